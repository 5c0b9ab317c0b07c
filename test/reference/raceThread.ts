// One thread of the reference for data races: runs up to its next step with memory and says what it is. SC only.

import { type Expr, evaluate } from '../../src/program/expression.js';
import type { Layout } from '../../src/program/layout.js';
import type { Statement } from '../../src/program/statement.js';

/**
 * A thread's next action, in the words of the statement; `fenced`: it passed an acquire fence since its last step.
 */
export interface Wish {
  readonly s: Statement;
  readonly address: number;
  /** The values of the statement's operands: of a store or exchange, of expected and desired. */
  readonly operands: readonly number[];
  readonly fenced: boolean;
  /** Blocks allocated since the last step. */
  readonly allocated: readonly Block[];
}

export interface Block {
  readonly address: number;
  readonly zeroed: boolean;
  readonly line: number;
}

export type Stand =
  | { readonly kind: 'wishes'; readonly wish: Wish }
  | { readonly kind: 'ended' | 'stopped'; readonly allocated: readonly Block[] };

class Stop extends Error {}
class Jump extends Error {
  constructor(readonly s: Extract<Statement, { kind: 'break' | 'continue' }>) {
    super();
  }
}

/** Runs the thread with the answers it got so far; blocks of thread t are at t million and up. */
export function stand(
  thread: number,
  body: readonly Statement[],
  layout: Layout,
  answers: readonly (readonly number[])[],
  unroll: number,
): Stand {
  const registers = new Map<string, number>();
  let next = 0;
  let fenced = false;
  let blocks = 0;
  let allocated: Block[] = [];
  const value = (e: Expr): number =>
    Number(
      evaluate(
        e,
        (name) => registers.get(name) ?? 0,
        (location) => layout.addressOf.get(location) ?? 0,
      ),
    );
  const wishes = function* (list: readonly Statement[]): Generator<Wish, void, readonly number[]> {
    for (const s of list) yield* one(s);
  };
  const ask = function* (
    s: Statement,
    address: number,
    ...operands: number[]
  ): Generator<Wish, readonly number[], readonly number[]> {
    const wish = { s, address, operands, fenced, allocated };
    const answer = yield wish;
    fenced = false;
    allocated = [];
    return answer;
  };
  const one = function* (s: Statement): Generator<Wish, void, readonly number[]> {
    switch (s.kind) {
      case 'assign':
        registers.set(s.target, value(s.value));
        return;
      case 'load': {
        const [read] = yield* ask(s, value(s.address));
        registers.set(s.target, read);
        return;
      }
      case 'store':
        yield* ask(s, value(s.address), value(s.value));
        return;
      case 'rmw': {
        const operands =
          s.op.kind === 'cas' ? [value(s.op.expected), value(s.op.desired)] : [value(s.op.value)];
        const [read] = yield* ask(s, value(s.address), ...operands);
        if (s.target !== undefined) registers.set(s.target, read);
        return;
      }
      case 'fence':
        if (s.fence === 'load-load')
          fenced ||= s.order === undefined || ['acquire', 'consume', 'acq_rel', 'seq_cst'].includes(s.order);
        else yield* ask(s, 0);
        return;
      case 'atomic': {
        // Straight-line blocks of plain accesses only, as random programs of this kind have them.
        const answer = yield* ask(s, 0);
        let at = 0;
        for (const inner of s.body) if (inner.kind === 'load') registers.set(inner.target, answer[at++]);
        return;
      }
      case 'if':
        yield* wishes(value(s.condition) !== 0 ? s.whenTrue : s.whenFalse);
        return;
      case 'block':
        try {
          yield* wishes(s.body);
        } catch (jump) {
          if (!(jump instanceof Jump) || jump.s.kind !== 'break' || jump.s.label !== s.label) throw jump;
        }
        return;
      case 'while':
        for (let round = 0; value(s.condition) !== 0; round++) {
          if (round === (s.bound ?? unroll)) throw new Stop();
          try {
            yield* wishes(s.body);
          } catch (jump) {
            if (!(jump instanceof Jump) || jump.s.label !== s.label) throw jump;
            if (jump.s.kind === 'break') return;
          }
        }
        return;
      case 'break':
      case 'continue':
        throw new Jump(s);
      case 'assume':
      case 'assert':
        if (value(s.condition) === 0) throw new Stop();
        return;
      case 'spawn':
        yield* ask(s, s.thread);
        return;
      case 'join':
        yield* ask(s, value(s.thread));
        return;
      case 'lock':
      case 'unlock':
        yield* ask(s, value(s.address));
        return;
      case 'free':
        if (value(s.address) !== 0) yield* ask(s, value(s.address));
        return;
      case 'alloc': {
        const address = 1_000_000 * (thread + 1) + 10 * blocks++;
        allocated = [...allocated, { address, zeroed: s.zeroed, line: s.at?.line ?? 0 }];
        registers.set(s.target, address);
        return;
      }
      case 'nondet':
        throw new Error('no choices here');
    }
  };
  const run = wishes(body);
  try {
    let step = run.next();
    while (!step.done && next < answers.length) step = run.next(answers[next++]);
    return step.done ? { kind: 'ended', allocated } : { kind: 'wishes', wish: step.value };
  } catch (error) {
    if (error instanceof Stop) return { kind: 'stopped', allocated };
    throw error;
  }
}
