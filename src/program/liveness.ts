// The registers that a thread may still read with a consequence: backward liveness on structured statements. A
// computation into a register that is never read does not count as a read. For example, a counter that only counts is
// never live.

import { bug } from '../support/diagnostic.js';
import { forEachRegister } from './expression.js';
import { expressionsOf, forEachStatement, type Statement, type StatementOf, targetsOf } from './statement.js';

export type Registers = ReadonlySet<string>;

interface LiveAround<Set = Registers> {
  /** Where a round begins: its condition has held. */
  readonly round: Set;
  /** Where it is left in the ordinary way. */
  readonly after: Set;
}

type Loop = StatementOf<'while'>;

export type LiveLoops = ReadonlyMap<Loop, LiveAround>;

/** The live registers around each loop. `atEnd` are the registers that are read after the thread has ended. */
export function liveLoops(body: readonly Statement[], atEnd: Registers): LiveLoops {
  const liveness = new Liveness(body, atEnd);
  return new Map(
    [...liveness.found].map(([loop, { round, after }]) => [
      loop,
      { round: liveness.named(round), after: liveness.named(after) },
    ]),
  );
}

/** A set of registers, a bit for each. Sets do not change. */
type Bits = Uint32Array;

interface Target {
  readonly label: string;
  readonly afterBreak: Bits;
  /** Undefined for a block. */
  readonly afterContinue: Bits | undefined;
}

/** The registers of a statement itself. */
interface Mentioned {
  readonly uses: readonly number[];
  readonly targets: readonly number[];
}

class Liveness {
  readonly found = new Map<Loop, LiveAround<Bits>>();
  readonly #names: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #mentioned = new Map<Statement, Mentioned>();
  /** The live registers at a loop's head from the last visit. They only grow, so a nested loop continues from there. */
  readonly #heads = new Map<Loop, Bits>();

  constructor(body: readonly Statement[], atEnd: Registers) {
    forEachStatement(body, (s) => {
      const uses: number[] = [];
      for (const expr of expressionsOf(s)) forEachRegister(expr, (name) => uses.push(this.#number(name)));
      this.#mentioned.set(s, { uses, targets: targetsOf(s).map((name) => this.#number(name)) });
    });
    const last = [...atEnd].map((name) => this.#number(name));
    this.#before(body, withAll(new Uint32Array(Math.ceil(this.#names.length / 32)), last), []);
  }

  named(set: Bits): Registers {
    return new Set(this.#names.filter((_, number) => has(set, number)));
  }

  #number(name: string): number {
    const number = this.#numbers.get(name) ?? this.#names.push(name) - 1;
    this.#numbers.set(name, number);
    return number;
  }

  #of(s: Statement): Mentioned {
    return this.#mentioned.get(s) ?? bug('a statement that was not seen');
  }

  #before(statements: readonly Statement[], after: Bits, targets: readonly Target[]): Bits {
    return statements.reduceRight((live, s) => this.#beforeOne(s, live, targets), after);
  }

  #beforeOne(s: Statement, after: Bits, targets: readonly Target[]): Bits {
    switch (s.kind) {
      case 'if': {
        if (this.#isInert(s, after)) return after;
        const [whenTrue, whenFalse] = [s.whenTrue, s.whenFalse].map((branch) =>
          this.#before(branch, after, targets),
        );
        return withAll(union(whenTrue ?? after, whenFalse ?? after), this.#of(s).uses);
      }
      case 'block':
        return this.#before(s.body, after, [
          ...targets,
          { label: s.label, afterBreak: after, afterContinue: undefined },
        ]);
      case 'while':
        return this.#beforeLoop(s, after, targets);
      case 'atomic':
        return this.#before(s.body, after, []);
      case 'break':
        return targets.findLast((t) => t.label === s.label)?.afterBreak ?? after;
      case 'continue': {
        const loop = targets.findLast((t) => t.label === s.label && t.afterContinue !== undefined);
        return loop?.afterContinue ?? after;
      }
      default: {
        const { uses, targets: set } = this.#of(s);
        if (s.kind === 'assign' && !set.some((number) => has(after, number))) return after;
        return withAll(without(after, set), uses);
      }
    }
  }

  #beforeLoop(s: Loop, after: Bits, targets: readonly Target[]): Bits {
    const forever = s.condition.kind === 'const' && s.condition.value !== 0;
    const left = forever ? new Uint32Array(after.length) : withAll(after, this.#of(s).uses);
    let head = union(this.#heads.get(s) ?? left, left);
    for (;;) {
      const round = this.#before(s.body, head, [
        ...targets,
        { label: s.label, afterBreak: after, afterContinue: head },
      ]);
      const grown = union(head, round);
      if (grown === head) {
        // A statement object may stand at several places.
        const known = this.found.get(s);
        this.found.set(s, {
          round: union(known?.round ?? round, round),
          after: union(known?.after ?? after, after),
        });
        this.#heads.set(s, head);
        return head;
      }
      head = grown;
    }
  }

  /** Whether the statement only computes values that nothing reads, on every branch. */
  #isInert(s: Statement, after: Bits): boolean {
    const all = (body: readonly Statement[]): boolean => body.every((each) => this.#isInert(each, after));
    if (s.kind === 'assign') return !this.#of(s).targets.some((number) => has(after, number));
    return s.kind === 'if' && all(s.whenTrue) && all(s.whenFalse);
  }
}

const has = (set: Bits, number: number): boolean => ((set[number >>> 5] ?? 0) & (1 << (number & 31))) !== 0;

/** The set itself if it has them all. */
function withAll(set: Bits, numbers: readonly number[]): Bits {
  if (numbers.every((number) => has(set, number))) return set;
  const grown = set.slice();
  for (const number of numbers) grown[number >>> 5] = (grown[number >>> 5] ?? 0) | (1 << (number & 31));
  return grown;
}

/** The set itself if it has none of them. */
function without(set: Bits, numbers: readonly number[]): Bits {
  if (!numbers.some((number) => has(set, number))) return set;
  const left = set.slice();
  for (const number of numbers) left[number >>> 5] = (left[number >>> 5] ?? 0) & ~(1 << (number & 31));
  return left;
}

/** The first set itself if it has all of the other. */
function union(a: Bits, b: Bits): Bits {
  if (a === b || b.every((word, k) => (word & ~(a[k] ?? 0)) === 0)) return a;
  return a.map((word, k) => word | (b[k] ?? 0));
}
