// Which functions a call through a pointer can reach. A function that is only ever stored in a member of a struct, from which pointers are
// only called, is reached through that member and nowhere else: `pool->close(pool)` is no call of what is kept in `pool->add`. Who
// gets a pointer into a member in some other way (through a pointer to another struct) calls something that is not looked at, and the answer
// says so.

import type { FunctionSymbol, Place, Unit, Value } from '../typed.js';
import { unconverted } from '../unconverted.js';
import { candidates, visitStatement } from './scan.js';

/** The member of a struct that the place is. */
function memberOf(place: Place): string | undefined {
  if (place.kind !== 'member') return undefined;
  const { type } = place.base;
  return type.kind === 'struct' && !type.struct.union ? `${type.struct.name}+${place.offset}` : undefined;
}

const pointsToFunction = ({ type }: Place): boolean => type.kind === 'pointer' && type.to.kind === 'function';

class FunctionFlow {
  /** What each member is given, by itself. */
  readonly #members = new Map<string, Set<FunctionSymbol>>();
  /** Functions that may be anywhere. */
  readonly #anywhere = new Set<FunctionSymbol>();
  /** Members of which a pointer is taken elsewhere. */
  readonly #left = new Set<string>();
  /** Parts of what was looked at already. */
  readonly #seen = new Set<Value>();

  constructor(unit: Unit) {
    for (const { initial } of unit.globals)
      for (const { value } of initial ?? [])
        if (typeof value === 'object' && value.kind === 'function') this.#anywhere.add(value.function);
    for (const { definition } of unit.functions.values())
      for (const statement of definition?.body ?? [])
        visitStatement(statement, { value: (value) => this.#look(value) });
    for (const member of this.#left)
      for (const symbol of this.#members.get(member) ?? []) this.#anywhere.add(symbol);
  }

  /** Whether the pointer may be one to the function. */
  reaches(callee: Value, symbol: FunctionSymbol): boolean {
    if (this.#anywhere.has(symbol)) return true;
    const from = unconverted(callee);
    const member = from.kind === 'load' ? memberOf(from.place) : undefined;
    return member !== undefined && this.#members.get(member)?.has(symbol) === true;
  }

  #look(value: Value): void {
    switch (value.kind) {
      case 'call':
        this.#seen.add(unconverted(value.callee));
        return;
      case 'assign': {
        const given = unconverted(value.value);
        const member = memberOf(value.place);
        if (given.kind !== 'function' || member === undefined) return;
        this.#seen.add(given);
        const all = this.#members.get(member) ?? new Set();
        this.#members.set(member, all.add(given.function));
        return;
      }
      case 'function':
        if (!this.#seen.has(value)) this.#anywhere.add(value.function);
        return;
      case 'load':
      case 'address': {
        const member = pointsToFunction(value.place) ? memberOf(value.place) : undefined;
        if (member !== undefined && !(value.kind === 'load' && this.#seen.has(value))) this.#left.add(member);
        return;
      }
      case 'builtin': {
        // an atomic access reads it, or writes what nobody follows
        const member = 'place' in value.builtin ? memberOf(value.builtin.place) : undefined;
        if (member !== undefined) this.#left.add(member);
        return;
      }
      default:
        return;
    }
  }
}

const flows = new WeakMap<Unit, FunctionFlow>();

/** Of the functions that the type allows, those that the pointer can hold, and the others. */
export function reachedFrom(
  unit: Unit,
  callee: Value,
): { readonly reached: readonly FunctionSymbol[]; readonly others: readonly FunctionSymbol[] } {
  const flow = flows.get(unit) ?? new FunctionFlow(unit);
  flows.set(unit, flow);
  const all = candidates(unit, callee);
  return {
    reached: all.filter((symbol) => flow.reaches(callee, symbol)),
    others: all.filter((symbol) => !flow.reaches(callee, symbol)),
  };
}
