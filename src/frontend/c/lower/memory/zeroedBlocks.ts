// Blocks that a function gets from malloc and fills with 0 before other functions can use them. An example is `p = malloc(n);
// if (p) memset(p, 0, n);`. They are blocks of calloc.

import type { BuiltinOf } from '../../builtin.js';
import type { TypedStatement, Value, ValueOf, Variable } from '../../typed.js';
import { unconverted } from '../../unconverted.js';
import { visitStatement } from '../scan.js';

interface Filling {
  readonly zeroing: Value;
  readonly block: Value;
  /** All values in the memset: its arguments and its code. */
  readonly parts: readonly Value[];
}

/** The memsets of 0 that follow a malloc of as many bytes in the same list, perhaps behind a look at the block. */
export function fillingsIn(
  body: readonly TypedStatement[],
  given: readonly (readonly [Variable, Value])[],
  isBlock: (value: Value) => boolean,
): Filling[] {
  const found: Filling[] = [];
  const inList = (items: readonly TypedStatement[]): void => {
    const blocks = new Map<Variable, Value>();
    for (const item of items) {
      const taken = valuesIn(
        item.kind === 'if' ? { ...item, kind: 'expression', value: item.condition } : item,
      );
      for (const [to, value] of given)
        if (isBlock(unconverted(value)) && taken.has(unconverted(value))) blocks.set(to, unconverted(value));
      for (const zeroing of alwaysDone(item, blocks)) {
        const { target, bytes } = zeroing.builtin;
        const holder = variableOf(target);
        const block = holder === undefined ? undefined : blocks.get(holder);
        if (
          block === undefined ||
          !sizesOf(block).some((size) => isSame(unconverted(size), unconverted(bytes)))
        )
          continue;
        found.push({ zeroing, block, parts: valuesInValue(zeroing) });
      }
      if (mayLeave(item)) blocks.clear();
      for (const inner of listsIn(item)) inList(inner);
    }
  };
  inList(body);
  return found;
}

/** Whether the block may be given away there. */
function mayLeave(item: TypedStatement): boolean {
  let leaves = false;
  visitStatement(item, {
    statement: (s) => {
      if (s.kind === 'goto' || (s.kind === 'return' && s.value?.kind !== 'const')) leaves = true;
    },
  });
  return leaves;
}

type Zeroing = ValueOf<'builtin'> & { readonly builtin: BuiltinOf<'zeroing'> };

const isZeroing = (value: Value): value is Zeroing =>
  value.kind === 'builtin' && value.builtin.op === 'zeroing';

/** The memsets of a statement that are done whenever it is, or whenever there is a block. */
function alwaysDone(item: TypedStatement, blocks: ReadonlyMap<Variable, Value>): readonly Zeroing[] {
  switch (item.kind) {
    case 'expression':
      return [unconverted(item.value)].filter(isZeroing);
    case 'return':
      return item.value === undefined ? [] : [unconverted(item.value)].filter(isZeroing);
    case 'block':
      return item.items.flatMap((inner) => alwaysDone(inner, blocks));
    case 'if': {
      const ofBlocks = new Set([...blocks.values()].flatMap(valuesInValue));
      const looks = valuesInValue(item.condition).every((value) => {
        const variable = variableOf(value);
        if (ofBlocks.has(value)) return true;
        return variable === undefined ? value.kind !== 'load' && value.kind !== 'call' : blocks.has(variable);
      });
      return looks && item.whenFalse === undefined && !isNullTest(item.condition)
        ? alwaysDone(item.whenTrue, blocks)
        : [];
    }
    default:
      return [];
  }
}

/** `!p` or `p == 0`. */
const isNullTest = (condition: Value): boolean =>
  (condition.kind === 'unary' && condition.op === '!') ||
  (condition.kind === 'binary' && condition.op === '==') ||
  (condition.kind === 'convert' && isNullTest(condition.operand));

const variableOf = (value: Value): Variable | undefined => {
  const inner = unconverted(value);
  return inner.kind === 'load' && inner.place.kind === 'variable' ? inner.place.variable : undefined;
};

/** The values that may be the number of bytes of a block. */
const sizesOf = (block: Value): readonly Value[] => {
  if (block.kind === 'call') return block.args;
  return block.kind === 'builtin' && block.builtin.op === 'alloc' ? [block.builtin.bytes] : [];
};

/** Whether two values are written alike, of variables and numbers alone. */
function isSame(a: Value, b: Value): boolean {
  if (a.kind === 'const' && b.kind === 'const') return a.value === b.value;
  if (a.kind === 'binary' && b.kind === 'binary')
    return (
      a.op === b.op &&
      isSame(unconverted(a.left), unconverted(b.left)) &&
      isSame(unconverted(a.right), unconverted(b.right))
    );
  const variable = variableOf(a);
  return variable !== undefined && variable === variableOf(b);
}

function listsIn(item: TypedStatement): (readonly TypedStatement[])[] {
  switch (item.kind) {
    case 'block':
    case 'switch':
      return [item.items];
    case 'if':
      return [item.whenTrue, ...(item.whenFalse === undefined ? [] : [item.whenFalse])].flatMap(listsOf);
    case 'loop':
      return listsOf(item.body);
    default:
      return [];
  }
}

const listsOf = (item: TypedStatement): (readonly TypedStatement[])[] =>
  item.kind === 'block' ? [item.items] : listsIn(item);

function valuesIn(item: TypedStatement): ReadonlySet<Value> {
  const values = new Set<Value>();
  visitStatement(item, { value: (value) => values.add(value) });
  return values;
}

const valuesInValue = (value: Value): Value[] => [...valuesIn({ kind: 'expression', value, at: value.at })];
