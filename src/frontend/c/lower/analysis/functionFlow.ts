// Which functions a call through a pointer can reach. Some functions are stored only in a member of a struct, and the program
// only calls the pointers in that member. Then only calls through that member reach them: `pool->close(pool)` does not call the
// function in `pool->add`. A pointer may get into a member in another way, through a pointer to another struct. A call of such
// a pointer is cut, and the answer says so.

import type { FunctionSymbol, Initialisation, Place, TypedStatement, Unit, Value } from '../../typed.js';
import { type CType, originalStruct, type StructType, sizeOf } from '../../types.js';
import { unconverted } from '../../unconverted.js';
import { candidates, visitStatement } from '../scan.js';

/**
 * The innermost struct with a scalar at the offset, and the offset of that scalar in it. Scalars in unions and in arrays have
 * none.
 */
function memberAt(type: CType, offset: number): { struct: StructType; offset: number } | undefined {
  if (type.kind === 'array') return memberAt(type.of, offset % (sizeOf(type.of) || 1));
  if (type.kind !== 'struct' || type.struct.union) return undefined;
  const field = type.struct.layout?.fields.find(
    ({ type: inner, offset: from }) => from <= offset && offset < from + (sizeOf(inner) ?? 0),
  );
  if (field === undefined) return undefined;
  if (field.type.kind === 'array' || field.type.kind === 'struct')
    return memberAt(field.type, offset - field.offset);
  return { struct: originalStruct(type.struct), offset: field.offset };
}

class FunctionFlow {
  /** The functions that the program stores directly in each member. */
  readonly #members = new Map<string, Set<FunctionSymbol>>();
  /** The members that are given what another one holds. */
  readonly #copies = new Map<string, Set<string>>();
  /** Functions that may be anywhere. */
  readonly #anywhere = new Set<FunctionSymbol>();
  /** Members of which a pointer is taken elsewhere. */
  readonly #left = new Set<string>();
  /** Parts of what was looked at already. */
  readonly #seen = new Set<Value>();
  readonly #structs = new Map<StructType, number>();

  constructor(unit: Unit) {
    for (const { type, initial } of unit.globals)
      for (const { offset, value } of initial ?? [])
        if (typeof value === 'object' && value.kind === 'function')
          this.#store(this.#member(type, offset), value.function);
    for (const { definition } of unit.functions.values())
      for (const statement of definition?.body ?? [])
        visitStatement(statement, {
          statement: (inner) => this.#lookAtStatement(inner),
          place: (place) => {
            if (place.kind === 'literal') this.#initialise(place.initialiser);
          },
          value: (value) => this.#look(value),
        });
    this.#spread();
  }

  /** Whether the pointer may be one to the function. */
  reaches(callee: Value, symbol: FunctionSymbol): boolean {
    if (this.#anywhere.has(symbol)) return true;
    const from = unconverted(callee);
    const member = from.kind === 'load' ? this.#memberOf(from.place) : undefined;
    return member !== undefined && this.#members.get(member)?.has(symbol) === true;
  }

  #member(type: CType, offset: number): string | undefined {
    const found = memberAt(type, offset);
    if (found === undefined) return undefined;
    const number = this.#structs.get(found.struct) ?? this.#structs.size;
    this.#structs.set(found.struct, number);
    return `${number}+${found.offset}`;
  }

  /** The member of a struct that the place is. */
  #memberOf(place: Place): string | undefined {
    if (place.kind !== 'member' || place.type.kind === 'struct' || place.type.kind === 'array')
      return undefined;
    return this.#member(place.base.type, place.offset);
  }

  #store(member: string | undefined, symbol: FunctionSymbol): void {
    if (member === undefined) this.#anywhere.add(symbol);
    else this.#members.set(member, (this.#members.get(member) ?? new Set()).add(symbol));
  }

  /** Records the value stored in a member, if it is a function or the value of another member. */
  #give(member: string | undefined, value: Value): void {
    const given = unconverted(value);
    if (member === undefined) return;
    if (given.kind === 'function') this.#store(member, given.function);
    const from = given.kind === 'load' ? this.#memberOf(given.place) : undefined;
    if (from !== undefined) this.#copies.set(from, (this.#copies.get(from) ?? new Set()).add(member));
    if (given.kind === 'function' || from !== undefined) this.#seen.add(given);
  }

  #initialise({ type, parts }: Initialisation): void {
    for (const { offset, value } of parts)
      if (value.type.kind !== 'struct') this.#give(this.#member(type, offset), value);
  }

  /** A test for null or a comparison does not pass the function on. */
  #onlyCompared(value: Value): void {
    const from = unconverted(value);
    if (from.kind === 'load') this.#seen.add(from);
  }

  #lookAtStatement(statement: TypedStatement): void {
    if (statement.kind === 'declare' && statement.initialiser !== undefined)
      this.#initialise(statement.initialiser);
    if ((statement.kind === 'if' || statement.kind === 'loop') && statement.condition !== undefined)
      this.#onlyCompared(statement.condition);
  }

  #look(value: Value): void {
    switch (value.kind) {
      case 'call':
        this.#seen.add(unconverted(value.callee));
        return;
      case 'assign':
        this.#give(this.#memberOf(value.place), value.value);
        return;
      case 'binary':
        if (value.op !== '==' && value.op !== '!=') return;
        this.#onlyCompared(value.left);
        this.#onlyCompared(value.right);
        return;
      case 'logical':
        this.#onlyCompared(value.left);
        this.#onlyCompared(value.right);
        return;
      case 'unary':
        if (value.op === '!') this.#onlyCompared(value.operand);
        return;
      case 'conditional':
        // not what `f ?: g` may be
        if (unconverted(value.condition) !== unconverted(value.whenTrue)) this.#onlyCompared(value.condition);
        return;
      case 'function':
        if (!this.#seen.has(value)) this.#anywhere.add(value.function);
        return;
      case 'load':
      case 'address': {
        const member = this.#memberOf(value.place);
        if (member !== undefined && !(value.kind === 'load' && this.#seen.has(value))) this.#left.add(member);
        return;
      }
      case 'builtin': {
        // an atomic access reads the member, or writes a value that this analysis does not follow
        const member = 'place' in value.builtin ? this.#memberOf(value.builtin.place) : undefined;
        if (member !== undefined) this.#left.add(member);
        return;
      }
      default:
        return;
    }
  }

  /**
   * Copies the functions of a member to the members that receive its value. A function in a member that is read elsewhere may
   * be anywhere.
   */
  #spread(): void {
    const queue = [...this.#copies.keys()];
    for (let from = queue.pop(); from !== undefined; from = queue.pop())
      for (const to of this.#copies.get(from) ?? []) {
        const held = this.#members.get(to)?.size ?? 0;
        for (const symbol of this.#members.get(from) ?? []) this.#store(to, symbol);
        if ((this.#members.get(to)?.size ?? 0) > held) queue.push(to);
      }
    for (const member of this.#left)
      for (const symbol of this.#members.get(member) ?? []) this.#anywhere.add(symbol);
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
