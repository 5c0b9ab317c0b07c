// The threads that a thread has joined when it ends, and before each place where it ends the process. The analysis follows the
// thread's code. Where a branch depends on a value that is read, it follows both branches and keeps what they agree on. It gives
// up on joins inside loops.

import { type Expr, evaluate, forEachNode } from './expression.js';
import type { ThreadId } from './identity.js';
import type { Integer } from './integer.js';
import type { Program } from './program.js';
import { forEachStatement, type Statement, writtenIn } from './statement.js';

const mostSteps = 10_000;

/** The threads that `thread` has joined for certain when it ends, and before each place where it ends the process. */
export function joinedBy(program: Program, thread: ThreadId): ReadonlySet<Integer> {
  const course = new Course(program.threads[thread].registers);
  const ending = course.follow(program.threads[thread].body);
  if (ending === undefined) return new Set();
  if (ending !== 'exit') course.leave();
  return course.joinedAtExits ?? course.joined;
}

/** How a list of statements ends: at its end, with the process, or with a jump to a label; undefined if it is not known. */
type Ending = 'end' | 'exit' | { readonly jump: 'break' | 'continue'; readonly label: string } | undefined;

const isSame = (a: Ending, b: Ending): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && a.jump === b.jump && a.label === b.label);

interface Knowledge {
  readonly joined: ReadonlySet<Integer>;
  readonly known: ReadonlyMap<string, Integer>;
  readonly unknown: ReadonlySet<string>;
}

class Course {
  joined = new Set<Integer>();
  /** The threads joined at every exit so far. */
  joinedAtExits: ReadonlySet<Integer> | undefined;
  #known = new Map<string, Integer>();
  #unknown = new Set<string>();
  #steps = 0;

  constructor(registers: Program['threads'][number]['registers']) {
    for (const [name, value] of registers)
      if (typeof value === 'object') this.#unknown.add(name);
      else this.#known.set(name, value);
  }

  /** It ends here, or the process does. */
  leave(): void {
    const before = this.joinedAtExits ?? this.joined;
    this.joinedAtExits = new Set([...this.joined].filter((thread) => before.has(thread)));
  }

  follow(body: readonly Statement[]): Ending {
    for (const s of body) {
      if (this.#steps++ > mostSteps) return undefined;
      const ending = this.#statement(s);
      if (ending !== 'end') return ending;
    }
    return 'end';
  }

  #statement(s: Statement): Ending {
    switch (s.kind) {
      case 'assign':
        this.#set(s.target, this.#value(s.value));
        return 'end';
      case 'join': {
        const thread = this.#value(s.thread);
        if (thread !== undefined) this.joined.add(thread);
        return 'end';
      }
      case 'if': {
        const taken = this.#value(s.condition);
        if (taken !== undefined) return this.follow(taken === 0 ? s.whenFalse : s.whenTrue);
        return this.#both(s);
      }
      case 'block': {
        const ending = this.follow(s.body);
        return typeof ending === 'object' && ending.label === s.label ? 'end' : ending;
      }
      case 'while':
        return this.#loop(s);
      case 'break':
      case 'continue':
        return { jump: s.kind, label: s.label };
      case 'assume':
        if (s.exits !== true) return 'end';
        this.leave();
        return s.condition.kind === 'const' ? 'exit' : 'end';
      default:
        return this.#either([s]);
    }
  }

  #loop(s: Extract<Statement, { kind: 'while' }>): Ending {
    for (;;) {
      if (this.#steps++ > mostSteps) return undefined;
      const goesOn = this.#value(s.condition);
      if (goesOn === undefined) return this.#either(s.body);
      if (goesOn === 0) return 'end';
      const ending = this.follow(s.body);
      if (ending === undefined || ending === 'exit') return ending;
      if (ending !== 'end' && ending.label !== s.label) return ending;
      if (ending !== 'end' && ending.jump === 'break') return 'end';
    }
  }

  /** Two branches of which either may be taken. */
  #both({ whenTrue, whenFalse }: Extract<Statement, { kind: 'if' }>): Ending {
    const before = this.#copy();
    const steps = this.#steps;
    const first = this.follow(whenTrue);
    const after = this.#copy();
    const { joined, known, unknown } = after;
    this.#restore(before);
    const second = this.follow(whenFalse);
    if (first === 'exit') return second;
    if (second === 'exit') {
      this.#restore(after);
      return first;
    }
    if (first === undefined || !isSame(first, second)) {
      this.#restore(before);
      this.#steps = steps;
      return this.#either([...whenTrue, ...whenFalse]);
    }
    for (const thread of this.joined) if (!joined.has(thread)) this.joined.delete(thread);
    for (const name of unknown) this.#unknown.add(name);
    for (const [name, value] of this.#known) if (known.get(name) !== value) this.#unknown.add(name);
    for (const name of known.keys()) if (!this.#known.has(name)) this.#unknown.add(name);
    return first;
  }

  #copy(): Knowledge {
    return {
      joined: new Set(this.joined),
      known: new Map(this.#known),
      unknown: new Set(this.#unknown),
    };
  }

  #restore({ joined, known, unknown }: Knowledge): void {
    this.joined = new Set(joined);
    this.#known = new Map(known);
    this.#unknown = new Set(unknown);
  }

  /**
   * Statements that may be executed any number of times. Nothing is known of the registers they write, and they must
   * stay where they are.
   */
  #either(body: readonly Statement[]): Ending {
    const labels = new Set<string>();
    let leaves = false;
    forEachStatement(body, (s) => {
      if (s.kind === 'block' || s.kind === 'while') labels.add(s.label);
      if (s.kind === 'break' || s.kind === 'continue') leaves ||= !labels.has(s.label);
      if (s.kind === 'assume' && s.exits === true) this.leave();
    });
    for (const name of writtenIn(body)) this.#set(name, undefined);
    return leaves ? undefined : 'end';
  }

  #set(name: string, value: Integer | undefined): void {
    if (value === undefined) this.#unknown.add(name);
    else {
      this.#unknown.delete(name);
      this.#known.set(name, value);
    }
  }

  #value(expr: Expr): Integer | undefined {
    let known = true;
    forEachNode(expr, (node) => {
      known &&= node.kind !== 'address' && (node.kind !== 'register' || !this.#unknown.has(node.name));
    });
    if (!known) return undefined;
    return evaluate(
      expr,
      (name) => this.#known.get(name) ?? 0,
      () => 0,
    );
  }
}
