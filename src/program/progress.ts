// Loops that do not wait: every round that comes to its end has done something that lasts, or has counted.

import type { Expr } from './expression.js';
import type { Registers } from './liveness.js';
import { isLasting } from './roundEffect.js';
import { forEachStatement, type Statement, type StatementOf, targetsOf, writtenIn } from './statement.js';

/** Whether every round that comes to its end has done something that lasts, or has counted one of `counters` up or down. */
export function alwaysProgresses(
  loop: StatementOf<'while'>,
  counters: Registers,
  lasts: (s: Statement) => boolean = isLasting,
): boolean {
  return new Round(loop, counters, lasts).progresses();
}

/**
 * The change of the registers since the round began: the difference between a register and the old value of another
 * or of itself.
 */
interface State {
  readonly acted: boolean;
  readonly sums: ReadonlyMap<string, Sum>;
}

/** `from` undefined: nothing is known. */
interface Sum {
  readonly from: string | undefined;
  readonly more: bigint;
}

const unknown: Sum = { from: undefined, more: 0n };

/** Undefined where control never comes. */
type At = State | undefined;

function either(a: At, b: At): At {
  if (a === undefined || b === undefined) return a ?? b;
  const acted = a.acted && b.acted;
  // Most branches change none of the registers.
  if (a.sums === b.sums) return { acted, sums: a.sums };
  const sums = new Map<string, Sum>();
  for (const name of new Set([...a.sums.keys(), ...b.sums.keys()])) {
    const [x, y] = [sumOf(a, name), sumOf(b, name)];
    sums.set(name, isSame(x, y) ? x : unknown);
  }
  return { acted, sums };
}

const sumOf = ({ sums }: State, name: string): Sum => sums.get(name) ?? { from: name, more: 0n };

class Round {
  readonly #loop: StatementOf<'while'>;
  readonly #lasts: (s: Statement) => boolean;
  readonly #counters: Registers;
  /** The counters, and registers that they get their values from. */
  readonly #followed: Registers;
  /** Blocks and loops that are open, with what holds where control leaves them. */
  readonly #open: { readonly label: string; exits: At }[] = [];
  #progresses = true;

  constructor(loop: StatementOf<'while'>, counters: Registers, lasts: (s: Statement) => boolean) {
    this.#loop = loop;
    this.#lasts = lasts;
    this.#counters = counters;
    this.#followed = sourcesOf(counters, loop.body);
  }

  progresses(): boolean {
    this.#end(this.#body(this.#loop.body, { acted: false, sums: new Map() }));
    return this.#progresses;
  }

  #end(at: At): void {
    if (at === undefined || at.acted) return;
    const counted = [...this.#counters].some((name) => {
      const { from, more } = sumOf(at, name);
      return from === name && more !== 0n;
    });
    if (!counted) this.#progresses = false;
  }

  #body(body: readonly Statement[], before: At): At {
    return body.reduce<At>((at, s) => (at === undefined ? undefined : this.#statement(s, at)), before);
  }

  #inside(label: string, body: readonly Statement[], before: State): { end: At; exits: At } {
    const open: { label: string; exits: At } = { label, exits: undefined };
    this.#open.push(open);
    const end = this.#body(body, before);
    this.#open.pop();
    return { end, exits: open.exits };
  }

  #statement(s: Statement, before: State): At {
    switch (s.kind) {
      case 'assign':
        return this.#followed.has(s.target) ? withSum(before, s.target, valueIn(before, s.value)) : before;
      case 'if':
        return either(this.#body(s.whenTrue, before), this.#body(s.whenFalse, before));
      case 'block': {
        const { end, exits } = this.#inside(s.label, s.body, before);
        return either(end, exits);
      }
      case 'while': {
        // Of its registers nothing is known, neither in a round nor after it.
        let inner = before;
        for (const name of writtenIn(s.body))
          if (this.#followed.has(name)) inner = withSum(inner, name, unknown);
        this.#inside(s.label, s.body, inner);
        return inner;
      }
      case 'atomic':
        return this.#body(s.body, before);
      case 'break': {
        const open = this.#open.findLast(({ label }) => label === s.label);
        if (open !== undefined) open.exits = either(open.exits, before);
        return undefined;
      }
      case 'continue':
        if (s.label === this.#loop.label) this.#end(before);
        return undefined;
      default: {
        const acted = before.acted || this.#lasts(s);
        const written = targetsOf(s).filter((name) => this.#followed.has(name));
        const after = written.reduce((at, name) => withSum(at, name, unknown), before);
        return { ...after, acted };
      }
    }
  }
}

const isSame = (a: Sum, b: Sum): boolean => a.from === b.from && a.more === b.more;

const withSum = (at: State, name: string, sum: Sum): State =>
  isSame(sumOf(at, name), sum) ? at : { ...at, sums: new Map(at.sums).set(name, sum) };

/** These registers and those whose values come to them as `valueIn` follows them. */
function sourcesOf(registers: Registers, body: readonly Statement[]): Registers {
  const sources = new Map<string, string[]>();
  forEachStatement(body, (s) => {
    const source = s.kind === 'assign' ? sourceOf(s.value) : undefined;
    if (s.kind !== 'assign' || source === undefined) return;
    const all = sources.get(s.target) ?? [];
    if (all.length === 0) sources.set(s.target, all);
    all.push(source);
  });
  const found = new Set(registers);
  for (const name of found) for (const source of sources.get(name) ?? []) found.add(source);
  return found;
}

function sourceOf(value: Expr): string | undefined {
  if (value.kind === 'register') return value.name;
  const changed = changeOf(value);
  return changed === undefined ? undefined : sourceOf(changed.left);
}

/** `e + k` and `e - k`. */
function changeOf(value: Expr): { readonly left: Expr; readonly more: bigint } | undefined {
  if (value.kind !== 'binary' || value.right.kind !== 'const') return undefined;
  const by = BigInt(value.right.value);
  if (value.op === '+') return { left: value.left, more: by };
  return value.op === '-' ? { left: value.left, more: -by } : undefined;
}

/** `r`, `r + k` and `r - k`. */
function valueIn(at: State, value: Expr): Sum {
  if (value.kind === 'register') return sumOf(at, value.name);
  const changed = changeOf(value);
  if (changed === undefined) return unknown;
  const { from, more } = valueIn(at, changed.left);
  return { from, more: more + changed.more };
}
