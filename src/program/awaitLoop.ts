// Which loops only wait: rounds that change nothing but registers, and of these none that a later round or anything after
// the loop could see. docs/spin-loops.md says why such a loop may be replaced by its last round.

import { type Expr, forEachRegister } from './expression.js';
import type { LiveAfter, Registers } from './liveness.js';
import { expressionsOf, forEachStatement, type Statement, type StatementOf } from './statement.js';

/** `live` is of the thread the loop is in. */
export function onlyWaits(loop: StatementOf<'while'>, live: LiveAfter): boolean {
  const written = new Set<string>();
  let harmless = true;
  forEachStatement(loop.body, (s) => {
    if (!harmlessKinds.has(s.kind) || (s.kind === 'load' && s.until !== undefined)) harmless = false;
    if ((s.kind === 'assign' || s.kind === 'load') && s.target !== undefined) written.add(s.target);
  });
  return harmless && new Round(loop, written, live).isIndependent();
}

const harmlessKinds: ReadonlySet<Statement['kind']> = new Set([
  'assign',
  'load',
  'fence',
  'if',
  'block',
  'break',
  'continue',
  'assume',
  'assert',
]);

/** The registers that have certainly been written since the round began; undefined where control never comes. */
type Assigned = Registers | undefined;

const both = (a: Assigned, b: Assigned): Assigned => {
  if (a === undefined || b === undefined) return a ?? b;
  return new Set([...a].filter((name) => b.has(name)));
};

class Round {
  readonly #loop: StatementOf<'while'>;
  readonly #written: Registers;
  readonly #live: LiveAfter;
  /** Blocks of the loop's body that are open, with what is assigned where control leaves them. */
  readonly #blocks: { readonly label: string; exits: Assigned }[] = [];
  #atContinue: Assigned;
  #independent = true;

  constructor(loop: StatementOf<'while'>, written: Registers, live: LiveAfter) {
    this.#loop = loop;
    this.#written = written;
    this.#live = live;
  }

  /** Whether no round sees a register that an earlier one wrote, and nothing after the loop sees one but of the last round. */
  isIndependent(): boolean {
    const { condition, body } = this.#loop;
    const end = both(this.#body(body, new Set()), this.#atContinue);
    if (end !== undefined && !(condition.kind === 'const' && condition.value !== 0)) {
      this.#read(condition, end);
      this.#leave(this.#loop, end);
    }
    return this.#independent;
  }

  #body(statements: readonly Statement[], before: Assigned): Assigned {
    return statements.reduce<Assigned>(
      (assigned, s) => (assigned === undefined ? undefined : this.#statement(s, assigned)),
      before,
    );
  }

  #statement(s: Statement, assigned: Registers): Assigned {
    for (const expr of expressionsOf(s)) this.#read(expr, assigned);
    switch (s.kind) {
      case 'assign':
      case 'load':
        return new Set([...assigned, s.target]);
      case 'if':
        return both(this.#body(s.whenTrue, assigned), this.#body(s.whenFalse, assigned));
      case 'block': {
        const block: { label: string; exits: Assigned } = { label: s.label, exits: undefined };
        this.#blocks.push(block);
        const end = this.#body(s.body, assigned);
        this.#blocks.pop();
        return both(end, block.exits);
      }
      case 'break': {
        const block = this.#blocks.findLast(({ label }) => label === s.label);
        if (block === undefined) this.#leave(s, assigned);
        else block.exits = both(block.exits, assigned);
        return undefined;
      }
      case 'continue':
        if (s.label === this.#loop.label) this.#atContinue = both(this.#atContinue, assigned);
        else this.#leave(s, assigned);
        return undefined;
      default:
        return assigned;
    }
  }

  #read(expr: Expr, assigned: Registers): void {
    forEachRegister(expr, (name) => {
      if (this.#written.has(name) && !assigned.has(name)) this.#independent = false;
    });
  }

  /** The loop is left by `exit`: what is live there must be from this round. */
  #leave(exit: Statement, assigned: Registers): void {
    const live = this.#live.get(exit);
    for (const name of this.#written)
      if (!assigned.has(name) && live?.has(name) !== false) this.#independent = false;
  }
}
