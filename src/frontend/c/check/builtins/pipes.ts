// read and write in programs with pipes: a pipe carries objects, each as its scalars (library/pipes.ts).

import { unsupported } from '../../diagnostics.js';
import { mostPipeUnits } from '../../library/index.js';
import type { Value } from '../../typed.js';
import { type CType, charType, isScalar, sizeOf } from '../../types.js';
import { pointedTo } from '../../unconverted.js';
import { constantValue } from '../constants.js';
import { factorOf } from './bytes.js';
import { argument, type BuiltinCall, entry, hasPart, integerArgument, type Library } from './table.js';
import { expanded } from './template.js';

/** A scalar of an object: how C writes it behind the object, and where it is. */
interface Part {
  readonly path: string;
  readonly offset: number;
  readonly type: CType;
}

/** The scalars of an object of the type, if each has a name and nothing else in its place. */
function partsOf(type: CType, path = '', offset = 0): readonly Part[] | undefined {
  if (type.kind === 'integer' || type.kind === 'pointer') return [{ path, offset, type }];
  if (type.kind === 'array')
    return joined(
      Array.from({ length: type.length ?? 0 }, (_, i) =>
        partsOf(type.of, `${path}[${i}]`, offset + i * (sizeOf(type.of) ?? 0)),
      ),
    );
  if (type.kind !== 'struct' || type.struct.union) return undefined;
  return joined(
    (type.struct.layout?.fields ?? []).map((field) =>
      field.name === '' || field.bitField !== undefined
        ? undefined
        : partsOf(field.type, `${path}.${field.name}`, offset + field.offset),
    ),
  );
}

const joined = (all: readonly (readonly Part[] | undefined)[]): readonly Part[] | undefined =>
  all.some((one) => one === undefined) ? undefined : all.flatMap((one) => one ?? []);

/** Objects that go through a pipe: their parts, and the number of their layout. */
interface Objects {
  readonly unit: string;
  readonly parts: readonly Part[];
  readonly layout: number;
}

/** A known number of bytes that is not one of whole objects is just bytes. */
const isBytes = (count: Value, size: number): boolean => {
  const known = constantValue(count);
  return known !== undefined && Number(known) % size !== 0;
};

function objectsOf(call: BuiltinCall): Objects {
  const pointed = pointedTo(argument(call, 1)) ?? charType;
  const type = isBytes(integerArgument(call, 2), sizeOf(pointed) ?? 0) ? charType : pointed;
  const size = sizeOf(type) ?? 0;
  const parts = partsOf(type);
  if (parts === undefined || parts.length === 0 || parts.length > mostPipeUnits)
    return unsupported(`${call.name} of such objects, in a program with pipes,`, call.at);
  if (factorOf(integerArgument(call, 2)) % size !== 0)
    return unsupported(`${call.name} of a part of an object, in a program with pipes,`, call.at);
  const { pipeLayouts } = call.context.unit;
  const key = parts
    .map(({ offset, type: { kind } }, i) => `${kind} ${offset} ${sizeOf(parts[i].type)}`)
    .join();
  const layout = pipeLayouts.get(`${size}: ${key}`) ?? pipeLayouts.size * mostPipeUnits;
  pipeLayouts.set(`${size}: ${key}`, layout);
  const isPlain = isScalar(type) && type.kind === 'integer' && type.size === 1;
  return { unit: isPlain ? 'char' : `typeof(*(A1))`, parts, layout };
}

const before = `int __lib_d = (A0); unsigned long __lib_n = (A2); long __lib_r; __typeof__((A1) + 0) __lib_p = (A1);`;

/** How many objects there may be: more do not fit, or are left for another time. */
const counting = ({ unit, parts }: Objects): string =>
  `${unit} *__lib_b = (${unit} *)__lib_p; int __lib_k, __lib_i; unsigned long __lib_m = __lib_n / sizeof(${unit});
  if (__lib_m > ${Math.floor(mostPipeUnits / parts.length)}) __lib_m = ${Math.floor(mostPipeUnits / parts.length)};`;

/** Whole objects that hold anything. */
const readOutside = (unit: string): string =>
  `__lib_r = __diptych_choose(2147483647) - 1l;
  if (__lib_d < 0) __lib_r = __lib_i_fail(9);
  else if (__lib_r < 0 || __lib_r > (long)__lib_n) __lib_r = __lib_i_fail(5);
  else if (__lib_r % sizeof(${unit}) != 0) __lib_i_too_much();
  else __VERIFIER_nondet_memory((${unit} *)__lib_p, __lib_r / sizeof(${unit}) * sizeof(${unit}));`;

function readFromPipe(call: BuiltinCall): Value {
  const objects = objectsOf(call);
  const { unit, parts, layout } = objects;
  const count = parts.length;
  const stores = parts.map(
    ({ path }, i) =>
      `__lib_b[__lib_i]${path} = (__typeof__(__lib_b[__lib_i]${path}))__lib_i_pipe_unit(__lib_d, __lib_i * ${count} + ${i}, ${layout + i});`,
  );
  return expanded(
    call,
    `({ ${before}
      if (!__lib_i_is_pipe(__lib_d)) { ${unit === 'char' ? '__lib_r = __lib_i_read(__lib_d, (void *)__lib_p, __lib_n);' : readOutside(unit)} }
      else {
        ${counting(objects)}
        __lib_k = __lib_i_pipe_takes(__lib_d, (int)__lib_m * ${count});
        ${count > 1 ? `if (__lib_k > 0 && __lib_k % ${count} != 0) __lib_i_too_much();` : ''}
        for (__lib_i = 0; __lib_i < (int)__lib_m; __lib_i++) if (__lib_i * ${count} < __lib_k) { ${stores.join(' ')} }
        if (__lib_k > 0) __lib_i_pipe_taken(__lib_d, __lib_k);
        __lib_r = __lib_k < 0 ? -1 : __lib_k / ${count} * (long)sizeof(${unit});
      }
      __lib_r; })`,
  );
}

export function writeToPipe(call: BuiltinCall): Value {
  const objects = objectsOf(call);
  const { unit, parts, layout } = objects;
  const count = parts.length;
  const loads = parts.map(
    ({ path }, i) =>
      `__lib_i_pipe_store(__lib_d, __lib_i * ${count} + ${i}, ${layout + i}, (long)__lib_b[__lib_i]${path});`,
  );
  return expanded(
    call,
    `({ ${before}
      if (!__lib_i_is_pipe(__lib_d)) {
        if (__lib_d >= 0) __diptych_reads_bytes(__lib_p, __lib_n);
        __lib_r = __lib_d < 0 ? __lib_i_fail(9) : (long)__lib_n;
      } else {
        ${counting(objects)}
        if (__lib_n / sizeof(${unit}) > __lib_m) __lib_i_too_much();
        __lib_k = __lib_i_pipe_puts(__lib_d, (int)__lib_m * ${count});
        if (__lib_k > 0) {
          for (__lib_i = 0; __lib_i < (int)__lib_m; __lib_i++) { ${loads.join(' ')} }
          __lib_i_pipe_put(__lib_d, __lib_k);
        }
        __lib_r = __lib_k < 0 ? -1 : (long)__lib_n;
      }
      __lib_r; })`,
  );
}

export const hasPipes = (call: BuiltinCall): boolean => hasPart(call, 'i_is_pipe');

export const pipes: Library = new Map([
  entry('read', 3, (call) =>
    hasPipes(call) ? readFromPipe(call) : expanded(call, '__lib_i_read((A0), (void *)(A1), (A2))'),
  ),
  entry('__diptych_beside_pipes', 1, (call) => {
    const [name] = call.args;
    const said = name.kind === 'string' ? name.parts.join('').replaceAll('"', '') : name.kind;
    return unsupported(`${said} in a program with pipes`, call.at);
  }),
]);
