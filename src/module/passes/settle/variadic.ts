// Arguments behind the named ones, as the ABI of x86-64 has them: compilers write the reading of a `va_list` themselves, only
// `va_start` is left to be done. The list holds how far the general and the floating-point registers are read, where the rest is, and
// where the registers were saved: { i32, i32, ptr, ptr }. Registers are saved in 6 times 8 and 8 times 16 bytes.

import { type Instruction, type InstructionOf, originOf } from '../../instruction.js';
import { store } from '../../make.js';
import type { Func } from '../../module.js';
import { bytesOf, isFloat, type Type } from '../../type.js';
import { constant, offset, type Register, symbol } from '../../value.js';
import type { Settling } from './context.js';

const generalRegisters = 6;
const floatRegisters = 8;
const generalBytes = 8 * generalRegisters;
const savedBytes = generalBytes + 16 * floatRegisters;

/** The effect of `va_start` in a call of `f` with `extra` after the named arguments. */
export function variadicStart(
  settling: Settling,
  thread: number,
  start: InstructionOf<'intrinsic'>,
  f: Func,
  extra: readonly Register[],
): Instruction[] {
  const [list] = start.args;
  const size = savedBytes + 8 * extra.length;
  const area = symbol(settling.addLocal(f, { name: 'arguments', size, align: 16 }, thread));
  const named = (count: (type: Type) => boolean): number =>
    f.body?.parameters.filter((p) => count(p.type)).length ?? 0;
  const firstGeneral = Math.min(
    named((type) => !isFloat(type)),
    generalRegisters,
  );
  const firstFloat = Math.min(named(isFloat), floatRegisters);
  let [general, float, rest] = [firstGeneral, firstFloat, savedBytes];
  const stores = extra.map((value) => {
    let at = 0;
    if (isFloat(value.type) && float < floatRegisters) at = generalBytes + 16 * float++;
    else if (!isFloat(value.type) && general < generalRegisters) at = 8 * general++;
    else {
      at = rest;
      rest += 8 * Math.ceil(bytesOf(value.type) / 8);
    }
    return store(offset(area, at), value, start);
  });
  return [
    { kind: 'life', object: area, phase: 'begins', ...originOf(start) },
    ...stores,
    store(list, constant(8 * firstGeneral, 'i32'), start),
    store(offset(list, 4), constant(generalBytes + 16 * firstFloat, 'i32'), start),
    store(offset(list, 8), offset(area, savedBytes), start),
    store(offset(list, 16), area, start),
  ];
}
