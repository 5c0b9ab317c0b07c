// Whether a program has several objects of a type, as far as its declarations tell.

import type { FunctionSymbol, Unit, Variable } from '../../typed.js';
import type { CType, StructType } from '../../types.js';
import { visitStatement } from '../scan.js';

const counted = new WeakMap<Unit, Map<StructType, boolean>>();

/** Whether there may be more than one: in memory that was allocated there may be any number. */
export function mayBeSeveral(unit: Unit, type: CType): boolean {
  if (type.kind !== 'struct') return true;
  const known = counted.get(unit) ?? new Map<StructType, boolean>();
  counted.set(unit, known);
  const several = known.get(type.struct) ?? count(unit, type.struct) > 1;
  known.set(type.struct, several);
  return several;
}

function count(unit: Unit, struct: StructType): number {
  const variables = new Set<Variable>(unit.globals);
  let allocated = 0;
  const visit = ({ definition }: FunctionSymbol): void => {
    for (const parameter of definition?.parameters ?? []) variables.add(parameter);
    for (const statement of definition?.body ?? [])
      visitStatement(statement, {
        statement: (s) => {
          if (s.kind === 'declare') variables.add(s.variable);
        },
        variable: (variable) => variables.add(variable),
        value: (value) => {
          if (value.kind !== 'builtin' || value.builtin.op !== 'alloc') return;
          const { of } = value.builtin;
          if (of === undefined || within(of, struct) > 0) allocated = Infinity;
        },
      });
  };
  for (const symbol of unit.functions.values()) visit(symbol);
  // a local of a thread's function is one in each thread
  const times = ({ storage, type }: Variable): number => within(type, struct) * (storage === 'local' ? 2 : 1);
  return [...variables].reduce((sum, variable) => sum + times(variable), allocated);
}

/** How many objects of the struct are in one of the type. */
function within(type: CType, struct: StructType): number {
  if (type.kind === 'array') return within(type.of, struct) === 0 ? 0 : (type.length ?? Infinity);
  if (type.kind !== 'struct') return 0;
  if ((type.struct.like ?? type.struct) === (struct.like ?? struct)) return 1;
  return (type.struct.layout?.fields ?? []).reduce((sum, field) => sum + within(field.type, struct), 0);
}
