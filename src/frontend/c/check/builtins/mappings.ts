// mmap and its kin, as far as they give new memory and leave what it holds.

import { unsupported } from '../../diagnostics.js';
import { signalFunctions } from '../../library/index.js';
import type { Value } from '../../typed.js';
import { unsignedLongType } from '../../types.js';
import { constantValue } from '../constants.js';
import { constantOf } from '../conversions.js';
import { allocate } from './memory.js';
import { argument, type BuiltinCall, entry, integerArgument, type Library } from './table.js';
import { expanded } from './template.js';

const PROT_READ_AND_WRITE = 3;
const MAP_FIXED = 0x10;
const MAP_ANONYMOUS = 0x20;
const advicesThatLose = [4, 8, 9];
const page = 4096;
const ENOMEM = 12;

const isNumber = (call: BuiltinCall, index: number, test: (value: number) => boolean): boolean => {
  const value = constantValue(argument(call, index));
  return value !== undefined && test(Number(value));
};

/** Memory of no file is a block that holds zeros. */
function map(call: BuiltinCall): Value {
  const writable = isNumber(
    call,
    2,
    (protection) => (protection & PROT_READ_AND_WRITE) === PROT_READ_AND_WRITE,
  );
  const ofNoFile = isNumber(call, 3, (flags) => (flags & MAP_ANONYMOUS) !== 0 && (flags & MAP_FIXED) === 0);
  if (!writable || !ofNoFile || isNumber(call, 1, (bytes) => bytes === 0))
    return unsupported(
      'mmap of anything but new memory that can be read and written',
      call.at,
      'with MAP_ANONYMOUS and PROT_READ | PROT_WRITE it is a block of zeros',
    );
  if (isNumber(call, 1, (bytes) => bytes < 0 || bytes >= 2 ** 47))
    return expanded(call, `((void)(A0), ${signalFunctions.fail}(${ENOMEM}), (void *)-1)`);
  return allocate(call, integerArgument(call, 1), true, constantOf(page, call.at, unsignedLongType));
}

/** `munmap(p, n)` of the whole mapping. The rest of a partly unmapped one would be no block. */
function unmap(call: BuiltinCall): Value {
  if (call.args[0].kind === 'binary') return unsupported('munmap of a part', call.args[0].at);
  return expanded(call, '((void)(A1), free(A0), 0)');
}

/** `mprotect` changes nothing if the memory stays readable and writable. */
function protect(call: BuiltinCall): Value {
  if (!isNumber(call, 2, (protection) => (protection & PROT_READ_AND_WRITE) === PROT_READ_AND_WRITE))
    return unsupported('mprotect that forbids something', call.at);
  return expanded(call, '((void)(A0), (void)(A1), 0)');
}

function advise(call: BuiltinCall): Value {
  if (!isNumber(call, 2, (advice) => !advicesThatLose.includes(advice)))
    return unsupported('madvise that discards memory', call.at);
  return expanded(call, '((void)(A0), (void)(A1), 0)');
}

export const mappings: Library = new Map([
  entry('mmap', 6, map),
  entry('munmap', 2, unmap),
  entry('mprotect', 3, protect),
  ...['madvise', 'posix_madvise'].map((name) => entry(name, 3, advise)),
  ...['mlock', 'munlock'].map((name) =>
    entry(name, 2, (call) => expanded(call, '((void)(A0), (void)(A1), 0)')),
  ),
  entry('mlockall', 1, (call) => expanded(call, '((void)(A0), 0)')),
  entry('munlockall', 0, (call) => expanded(call, '0')),
]);
