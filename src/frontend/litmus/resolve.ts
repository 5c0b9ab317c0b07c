// From the init section and the condition as written to the program's own: threads by index, registers and locations by name.

import type { Condition, Formula, Observable, Operand } from '../../program/condition.js';
import { observableKey, observablesOf } from '../../program/condition.js';
import type { ThreadId } from '../../program/identity.js';
import type { InitialValue } from '../../program/program.js';
import { present } from '../../support/present.js';
import type { Memory } from './memory.js';
import { readInteger } from './numbers.js';
import type { Source } from './source.js';
import type {
  AddressSyntax,
  CellSyntax,
  FinalSyntax,
  InitItem,
  ListSyntax,
  PlaceSyntax,
  PropSyntax,
  RegisterSyntax,
  Span,
  ValueSyntax,
} from './syntax.js';

/** The threads and registers in the code of a test. */
export interface ThreadNames {
  readonly count: number;
  /** The index of the thread written `0`, `P0` or by its name. */
  thread(name: string, span: Span): number;
  /** The canonical name of a register of a thread. */
  register(thread: ThreadId, name: string, span: Span): string;
  /** The threads that use a symbolic register. */
  users(name: string): readonly number[];
}

export function declareCells(items: readonly InitItem[], memory: Memory): void {
  for (const item of items) if (item.place.kind === 'cell') memory.declare(item, item.place);
}

/** The initial registers of each thread. */
export function initialRegisters(
  source: Source,
  items: readonly InitItem[],
  memory: Memory,
  names: ThreadNames,
): Map<string, InitialValue>[] {
  const registers = Array.from({ length: names.count }, () => new Map<string, InitialValue>());
  for (const { place, value } of items) {
    if (place.kind !== 'register') continue;
    if (value?.kind === 'list') source.fail('bad-initial-value', 'a register holds one value', value);
    else
      for (const thread of threadsOf(source, place, names)) {
        const register = names.register(thread, place.name, place);
        if (registers[thread].has(register))
          source.fail('duplicate-register', `${thread}:${register} is given a value twice`, place);
        if (value?.kind === 'address') memory.checkAddress(value);
        registers[thread].set(register, value === undefined ? 0 : memory.initialValue(value));
      }
  }
  return registers;
}

interface ResolvedFinal {
  readonly condition?: Condition;
  readonly filter?: Formula;
  readonly observed: readonly Observable[];
}

export function resolveFinal(
  source: Source,
  final: FinalSyntax,
  memory: Memory,
  names: ThreadNames,
): ResolvedFinal {
  const resolver = new FormulaResolver(source, memory, names);
  const listed = final.locations.flatMap((place) =>
    resolver
      .observables(place)
      .map((o) => (place.unsigned === undefined ? o : { ...o, unsigned: place.unsigned })),
  );
  const condition =
    final.condition === 'none'
      ? undefined
      : {
          quantifier: final.condition.quantifier,
          formula: resolver.formula(final.condition.prop),
        };
  const filter = final.filter === undefined ? undefined : resolver.formula(final.filter);
  const observed = new Map<string, Observable>();
  for (const o of [
    ...listed,
    ...(condition === undefined ? [] : observablesOf(condition.formula)),
    ...(filter === undefined ? [] : observablesOf(filter)),
  ])
    if (!observed.has(observableKey(o))) observed.set(observableKey(o), o);
  return {
    observed: [...observed.values()],
    ...present({ condition, filter }),
  };
}

class FormulaResolver {
  readonly #source: Source;
  readonly #memory: Memory;
  readonly #names: ThreadNames;

  constructor(source: Source, memory: Memory, names: ThreadNames) {
    this.#source = source;
    this.#memory = memory;
    this.#names = names;
  }

  /** The observables of a place in `locations`: an array shows every cell. */
  observables(place: PlaceSyntax): Observable[] {
    if (place.kind === 'register') return [this.#register(place)];
    return this.#cells(place).map((index) => ({ kind: 'cell', location: place.name, index }));
  }

  formula(prop: PropSyntax): Formula {
    switch (prop.kind) {
      case 'true':
      case 'false':
        return { kind: prop.kind };
      case 'not':
        return { kind: 'not', operand: this.formula(prop.operand) };
      case 'and':
      case 'or':
      case 'implies':
        return { kind: prop.kind, left: this.formula(prop.left), right: this.formula(prop.right) };
      case 'compare':
        if (prop.right.kind === 'list') return this.#compareList(prop.left, prop.op, prop.right);
        return {
          kind: 'compare',
          op: prop.op,
          left: this.#observable(prop.left),
          right: this.#operand(prop.right),
        };
    }
  }

  #compareList(left: PlaceSyntax, op: '=' | '!=', list: ListSyntax): Formula {
    const cells = this.observables(left);
    if (cells.length !== list.values.length)
      this.#source.fail(
        'bad-array-size',
        `the left side has ${cells.length} cells, the list ${list.values.length} values`,
        list,
      );
    const equal = cells
      .map(
        (cell, i): Formula => ({
          kind: 'compare',
          op: '=',
          left: cell,
          right: this.#operand(list.values[i]),
        }),
      )
      .reduce((a, b) => ({ kind: 'and', left: a, right: b }));
    return op === '=' ? equal : { kind: 'not', operand: equal };
  }

  #observable(place: PlaceSyntax): Observable {
    if (place.kind === 'register') return this.#register(place);
    const cells = this.#cells(place);
    if (place.index === undefined && this.#memory.shape(place.name).array)
      this.#source.fail(
        'array-without-index',
        `${place.name} is an array`,
        place,
        `write ${place.name}[0], or compare with a list { ... }`,
      );
    return { kind: 'cell', location: place.name, index: cells[0] };
  }

  #operand(operand: ValueSyntax | PlaceSyntax): Operand {
    switch (operand.kind) {
      case 'number':
        return { kind: 'const', value: readInteger(this.#source, operand.text, operand) };
      case 'address':
        return { kind: 'address', location: operand.name, index: this.#cells(operand)[0] };
      default:
        return this.#observable(operand);
    }
  }

  #register(place: RegisterSyntax): Observable {
    const threads = threadsOf(this.#source, place, this.#names);
    if (threads.length > 1)
      this.#source.fail(
        'ambiguous-register',
        `${place.name} is used by several threads`,
        place,
        `write ${threads[0]}:${place.name}`,
      );
    const [thread] = threads;
    return { kind: 'register', thread, register: this.#names.register(thread, place.name, place) };
  }

  /** The indices a place names: one, or every cell of an array without an index. */
  #cells(place: AddressSyntax | CellSyntax): number[] {
    const index = this.#memory.checkAddress(place);
    if (place.index !== undefined) return [index];
    return Array.from({ length: this.#memory.shape(place.name).size }, (_, i) => i);
  }
}
function threadsOf(source: Source, place: RegisterSyntax, names: ThreadNames): readonly number[] {
  if (place.thread !== undefined) return [names.thread(place.thread, place)];
  const users = names.users(place.name);
  if (users.length === 0) source.fail('unknown-register', `no thread uses register ${place.name}`, place);
  return users;
}
