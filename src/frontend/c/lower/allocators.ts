// Functions that get a block from malloc, look whether there is one, and return it: what many programs call instead of malloc
// (`xmalloc`). They know nothing of what the block is for, so that each call of them stands for a malloc of its own.

import { typeIn } from '../check/builtins/memory.js';
import type { FunctionSymbol, TypedStatement, Unit, Value, ValueOf, Variable } from '../typed.js';
import { type CType, madeOf } from '../types.js';
import { visitStatement } from './scan.js';

/** Also functions that only call such ones. */
export function findAllocators(unit: Unit): ReadonlySet<FunctionSymbol> {
  const found = new Set<FunctionSymbol>();
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const symbol of unit.functions.values())
      if (!found.has(symbol) && isAllocator(symbol, found)) found.add(symbol);
  }
  return found;
}

/** What the block holds that a call returns: as its result is converted, or a sizeof among the arguments says. */
export function heldType({ args }: ValueOf<'call'>, convertedTo: CType | undefined): CType | undefined {
  if (convertedTo?.kind === 'pointer' && convertedTo.to.kind !== 'void') return madeOf(convertedTo.to);
  return args.map(typeIn).find((type) => type !== undefined);
}

function isAllocator(symbol: FunctionSymbol, known: ReadonlySet<FunctionSymbol>): boolean {
  const { definition, type } = symbol;
  if (definition === undefined || type.result.kind !== 'pointer' || type.result.to.kind !== 'void')
    return false;
  const isBlock = (value: Value): boolean =>
    value.kind === 'builtin'
      ? value.builtin.op === 'alloc' && (value.builtin.of === undefined || value.builtin.of.kind === 'void')
      : value.kind === 'call' && value.callee.kind === 'function' && known.has(value.callee.function);
  const use = usesOf(definition.body);
  const holders = new Set(use.given.flatMap(([to, value]) => (isBlock(bare(value)) ? [to] : [])));
  const returned = use.returned.map(bare);
  const taken = new Set([...use.given.map(([, value]) => bare(value)), ...returned].filter(isBlock));
  const isHolder = (value: Value): boolean =>
    value.kind === 'load' && value.place.kind === 'variable' && holders.has(value.place.variable);
  const isNull = (value: Value): boolean => value.kind === 'const';
  const looked = new Set([...use.looked.map(bare), ...returned]);
  return (
    taken.size > 0 &&
    returned.every((value) => isBlock(value) || isHolder(value) || isNull(value)) &&
    use.given.every(([to, value]) => !holders.has(to) || isBlock(bare(value)) || isNull(bare(value))) &&
    [...holders].every(({ addressed, storage }) => !addressed && storage === 'local') &&
    use.values.every(
      (value) =>
        (!isHolder(value) || looked.has(value)) &&
        (!(value.kind === 'builtin' && value.builtin.op === 'alloc') || taken.has(value)) &&
        (!isBlock(value) || taken.has(value)) &&
        !(value.kind === 'update' && value.place.kind === 'variable' && holders.has(value.place.variable)),
    )
  );
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

function bare(value: Value): Value {
  return value.kind === 'convert' ? bare(value.operand) : value;
}
