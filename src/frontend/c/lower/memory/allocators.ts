// Functions that get a block from malloc, look whether there is one, and return it: what many programs call instead of malloc
// (`xmalloc`). They know nothing of what the block is for, so that each call of them stands for a malloc of its own.

import { typeIn } from '../../check/builtins/memory.js';
import type { FunctionSymbol, TypedStatement, Unit, Value, ValueOf, Variable } from '../../typed.js';
import { type CType, madeOf } from '../../types.js';
import { unconverted } from '../../unconverted.js';
import { reachedFrom } from '../analysis/functionFlow.js';
import { visitStatement } from '../scan.js';
import { fillingsIn } from './zeroedBlocks.js';

export interface Allocators {
  readonly functions: ReadonlySet<FunctionSymbol>;
  /**
   * The mallocs and calls in them with blocks that are filled with 0 before they are returned, and the memsets that fill them.
   */
  readonly zeroed: ReadonlySet<Value>;
}

/** Also functions that only call such ones. */
export function findAllocators(unit: Unit): Allocators {
  const functions = new Set<FunctionSymbol>();
  const zeroed = new Set<Value>();
  for (let before = -1; before < functions.size; ) {
    before = functions.size;
    for (const symbol of unit.functions.values()) {
      const filled = functions.has(symbol) ? undefined : blocksOf(unit, symbol, functions);
      if (filled === undefined) continue;
      functions.add(symbol);
      for (const value of filled) zeroed.add(value);
    }
  }
  return { functions, zeroed };
}

/**
 * The type of the objects in the block that a call returns. The conversion of its result tells it, or a sizeof among the
 * arguments.
 */
export function heldType({ args }: ValueOf<'call'>, convertedTo: CType | undefined): CType | undefined {
  if (convertedTo?.kind === 'pointer' && convertedTo.to.kind !== 'void') return madeOf(convertedTo.to);
  return args.map(typeIn).find((type) => type !== undefined);
}

/** Whether a call returns a block of its own: what it calls are such functions, also through a pointer that holds nothing else. */
export function allocates(
  unit: Unit,
  { callee }: ValueOf<'call'>,
  allocators: ReadonlySet<FunctionSymbol>,
): boolean {
  if (callee.kind === 'function') return allocators.has(callee.function);
  return reachedFrom(unit, callee).reached.every((symbol) => allocators.has(symbol));
}

/**
 * The blocks and memsets (`Allocators.zeroed`) of a function that only gets and returns a block. Undefined for any other
 * function.
 */
function blocksOf(
  unit: Unit,
  symbol: FunctionSymbol,
  known: ReadonlySet<FunctionSymbol>,
): readonly Value[] | undefined {
  const { definition, type } = symbol;
  if (definition === undefined || type.result.kind !== 'pointer' || type.result.to.kind !== 'void')
    return undefined;
  const isBlock = (value: Value): boolean =>
    value.kind === 'builtin'
      ? value.builtin.op === 'alloc' && (value.builtin.of === undefined || value.builtin.of.kind === 'void')
      : value.kind === 'call' && allocates(unit, value, known);
  const use = usesOf(definition.body);
  const holders = new Set(use.given.flatMap(([to, value]) => (isBlock(unconverted(value)) ? [to] : [])));
  const returned = use.returned.map(unconverted);
  const taken = new Set([...use.given.map(([, value]) => unconverted(value)), ...returned].filter(isBlock));
  const isHolder = (value: Value): boolean =>
    value.kind === 'load' && value.place.kind === 'variable' && holders.has(value.place.variable);
  const isNull = (value: Value): boolean => value.kind === 'const';
  const fillings = fillingsIn(definition.body, use.given, isBlock);
  const zeroings = new Set(fillings.map(({ zeroing }) => zeroing));
  const looked = new Set([
    ...use.looked.map(unconverted),
    ...returned,
    ...fillings.flatMap(({ parts }) => parts),
  ]);
  const isAllocator =
    taken.size > 0 &&
    returned.every((value) => isBlock(value) || isHolder(value) || isNull(value) || zeroings.has(value)) &&
    use.given.every(
      ([to, value]) => !holders.has(to) || isBlock(unconverted(value)) || isNull(unconverted(value)),
    ) &&
    [...holders].every(({ addressed, storage }) => !addressed && storage === 'local') &&
    use.values.every(
      (value) =>
        (!isHolder(value) || looked.has(value)) &&
        (!(value.kind === 'builtin' && value.builtin.op === 'alloc') || taken.has(value)) &&
        (!isBlock(value) || taken.has(value)) &&
        !(value.kind === 'update' && value.place.kind === 'variable' && holders.has(value.place.variable)),
    );
  return isAllocator ? fillings.flatMap(({ zeroing, block }) => [zeroing, block]) : undefined;
}

interface Uses {
  readonly values: readonly Value[];
  /** Which variables are given which values. */
  readonly given: readonly (readonly [Variable, Value])[];
  readonly returned: readonly Value[];
  /** Values of which only counts whether they are 0, or what they are equal to. */
  readonly looked: readonly Value[];
}

function usesOf(body: readonly TypedStatement[]): Uses {
  const values: Value[] = [];
  const given: (readonly [Variable, Value])[] = [];
  const returned: Value[] = [];
  const looked: Value[] = [];
  const visitor = {
    value: (value: Value): void => {
      values.push(value);
      if (value.kind === 'assign' && value.place.kind === 'variable')
        given.push([value.place.variable, value.value]);
      if (value.kind === 'conditional') looked.push(value.condition);
      if (value.kind === 'logical' || (value.kind === 'binary' && (value.op === '==' || value.op === '!=')))
        looked.push(value.left, value.right);
      if (value.kind === 'unary' && value.op === '!') looked.push(value.operand);
      if (value.kind === 'builtin' && value.builtin.op === 'assert') looked.push(value.builtin.condition);
      if (value.kind === 'builtin' && value.builtin.op === 'ignore') looked.push(...value.builtin.args);
    },
    statement: (s: TypedStatement): void => {
      if (s.kind === 'declare' && s.initialiser?.parts.length === 1)
        given.push([s.variable, s.initialiser.parts[0].value]);
      if (s.kind === 'return' && s.value !== undefined) returned.push(s.value);
      if ((s.kind === 'if' || s.kind === 'loop') && s.condition !== undefined) looked.push(s.condition);
    },
  };
  for (const statement of body) visitStatement(statement, visitor);
  return { values, given, returned, looked };
}
