// The points at which handlers that only set a flag are needed: before something that looks at the flag, with no other event in between,
// and before main or the process ends.

import { constant, type Expr, evaluate, registersOf } from './expression.js';
import { eitherWait, locationOf, pointAt, withoutPoints } from './interruptionPoints.js';
import { mapExpr } from './rewrite.js';
import { forEachStatement, type Statement } from './statement.js';

/** By signal the location its handler stores to; none if it does nothing. */
export type Flags = ReadonlyMap<number, string | undefined>;

type Signals = ReadonlySet<number>;

const none: Signals = new Set();
const union = (a: Signals, b: Signals): Signals => (a.size === 0 ? b : new Set([...a, ...b]));

interface Kept {
  readonly body: readonly Statement[];
  /** The signals whose handlers are needed before it. */
  readonly needed: Signals;
}

export class NeededPoints {
  readonly #labels = new Map<string, { readonly leaving: Signals; readonly again: Signals }>();
  readonly #all: Signals;

  /** `coming`: registers that say whether one of the signals is still to come. */
  constructor(
    private readonly flags: Flags,
    private readonly coming: ReadonlySet<string>,
  ) {
    this.#all = new Set([...flags].flatMap(([signal, location]) => (location === undefined ? [] : [signal])));
  }

  keep(body: readonly Statement[], isMain: boolean): readonly Statement[] {
    return this.#list(body, isMain ? this.#all : none).body;
  }

  /** `after`: the signals needed after it. */
  #list(body: readonly Statement[], after: Signals): Kept {
    const items: (readonly Statement[])[] = [];
    for (let i = 0; i < body.length; ) {
      const length = pointAt(body, i)?.length ?? 1;
      items.push(body.slice(i, i + length));
      i += length;
    }
    let needed = after;
    const kept = items.reverse().map((item): readonly Statement[] => {
      const point = pointAt(item, 0);
      if (point !== undefined && this.flags.has(point.signal))
        return needed.has(point.signal) ? this.#alone(item) : [];
      return item
        .toReversed()
        .map((s) => {
          const one = this.#statement(s, needed);
          needed = one.needed;
          return one.body;
        })
        .toReversed()
        .flat();
    });
    return { body: kept.reverse().flat(), needed };
  }

  /** A point whose handler contains no other point: its order with neighbouring points does not matter. */
  #alone(point: readonly Statement[]): readonly Statement[] {
    return point.map((s) => {
      if (s.kind !== 'if') return s;
      const inner = pointAt(s.whenTrue, 0);
      const isGuard = inner !== undefined && inner.length === s.whenTrue.length && point.length === 1;
      return { ...s, whenTrue: isGuard ? this.#alone(s.whenTrue) : withoutPoints(s.whenTrue, this.flags) };
    });
  }

  #statement(s: Statement, after: Signals): Kept {
    const as = (needed: Signals): Kept => ({ body: [s], needed });
    switch (s.kind) {
      case 'assign':
      case 'nondet':
      case 'assert':
        return as(after);
      case 'if': {
        const either = eitherWait(s);
        if (either !== undefined) return this.#wait(s, either);
        const whenTrue = this.#list(s.whenTrue, after);
        const whenFalse = this.#list(s.whenFalse, after);
        return {
          body: [{ ...s, whenTrue: whenTrue.body, whenFalse: whenFalse.body }],
          needed: union(whenTrue.needed, whenFalse.needed),
        };
      }
      case 'while': {
        const again = union(after, this.#lookedAtIn(s.body));
        this.#labels.set(s.label, { leaving: after, again });
        const { body, needed } = this.#list(s.body, again);
        return { body: [{ ...s, body }], needed: union(after, needed) };
      }
      case 'block': {
        this.#labels.set(s.label, { leaving: after, again: after });
        const { body, needed } = this.#list(s.body, after);
        return { body: [{ ...s, body }], needed };
      }
      case 'break':
        return as(this.#labels.get(s.label)?.leaving ?? this.#all);
      case 'continue':
        return as(this.#labels.get(s.label)?.again ?? this.#all);
      case 'assume':
        return as(s.exits === true ? this.#all : none);
      default:
        return as(this.#lookedAtIn([s]));
    }
  }

  /** A handler that sets a flag does not wake a thread that waits for something else. */
  #wait(s: Statement & { kind: 'if' }, { plain, condition }: { plain: Statement; condition: Expr }): Kept {
    const needed = this.#lookedAtIn([plain]);
    if (needed.size > 0) return { body: [s], needed };
    const others = mapExpr(condition, (e) =>
      e.kind === 'register' && this.coming.has(e.name) ? constant(0) : e,
    );
    if (registersOf(others).size > 0) return { body: [{ ...s, condition: others }], needed };
    const taken = evaluate(
      others,
      () => 0,
      () => 0,
    );
    return { body: taken === 0 ? s.whenFalse : s.whenTrue, needed };
  }

  #lookedAtIn(body: readonly Statement[]): Signals {
    const found = new Set<number>();
    forEachStatement(body, (s) => {
      if (s.kind === 'assume' && s.exits === true) for (const signal of this.#all) found.add(signal);
      if (s.kind !== 'load') return;
      const location = locationOf(s.address);
      for (const signal of this.#all) if (this.flags.get(signal) === location) found.add(signal);
    });
    return found;
  }
}
