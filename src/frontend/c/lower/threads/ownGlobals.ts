// Globals that only main's code names and that its loops count with, as in `int i; int main() { for (i = 0; i < N; i++) ... }`. No other
// code can access them, so main keeps their values in registers too. A load's value is then known where a local's would be, which tells
// how often loops run. Stores go to memory as well, because the final state shows them.

import type { FunctionSymbol, TypedStatement, Unit, Variable } from '../../typed.js';
import { changeOf } from '../control/counting.js';
import { cellAddress } from '../fold.js';
import type { Frame } from '../frame.js';
import { visitStatement, visitValue } from '../scan.js';

function ownGlobals(unit: Unit, main: FunctionSymbol): Variable[] {
  const own = new Set<Variable>();
  const others = new Set<Variable>();
  const counting = new Set<Variable>();
  let isCalled = false;
  const note = (body: readonly TypedStatement[], into: Set<Variable>): void => {
    for (const statement of body)
      visitStatement(statement, {
        variable: (variable) => into.add(variable),
        value: (value) => {
          if (value.kind === 'function') isCalled ||= value.function === main;
          if (value.kind === 'builtin' && value.builtin.op === 'thread-start')
            note(value.builtin.body.definition?.body ?? [], others);
        },
        statement: (s) => {
          if (s.kind !== 'loop' || s.condition === undefined || changeOf(s) === undefined) return;
          visitValue(s.condition, { variable: (variable) => counting.add(variable) });
        },
      });
  };
  for (const symbol of unit.functions.values())
    note(symbol.definition?.body ?? [], symbol === main ? own : others);
  const isOwn = (variable: Variable): boolean =>
    own.has(variable) && !others.has(variable) && mayBeRegister(variable);
  return isCalled ? [] : [...counting].filter(isOwn);
}

const mayBeRegister = ({ storage, threadLocal, addressed, type, constant }: Variable): boolean =>
  storage === 'global' &&
  !threadLocal &&
  !addressed &&
  constant === undefined &&
  type.kind === 'integer' &&
  type.atomic !== true;

/** Gives them registers in the frame of main, which starts. */
export function keepOwnGlobals(frame: Frame): void {
  const { program, emitter, thread } = frame;
  for (const variable of ownGlobals(program.unit, frame.function)) {
    const { type, name, at } = variable;
    const start = program.constantPart(variable, 0, type);
    if (start === undefined || program.views.ofVariable(variable) !== undefined) continue;
    const register = emitter.fresh(name, program.valueWidth(type));
    const memory = cellAddress(program.globalLocation(variable, thread.index), 0);
    emitter.assign(register, start, at);
    frame.storage.set(variable, {
      kind: 'registers',
      cells: [{ type, offset: 0, name: register, memory }],
    });
  }
}
