// The summary of `crosscheck --native`.

import type { Toolchain } from '../native/compiler.js';
import type { NativeConflict, NativeSums } from '../native/witness.js';

export function nativeSumsText(sums: NativeSums): string {
  const { tests, runs, allowed, seen, weak, seenWeak, open, toolchain, conflicts } = sums;
  return [
    ...conflicts.flatMap(conflictLines),
    `${tests} random litmus tests, ${runs} runs${toolchain === undefined ? '' : where(toolchain)}`,
    `${seen} of the ${allowed} states that TSO allows were seen, ${seenWeak} of the ${weak} that SC does not allow`,
    ...(open === 0 ? [] : [`${open} tests were not judged`]),
    conflicts.length === 0 ? 'no state is outside TSO' : `${conflicts.length} tests show states outside TSO`,
    '',
  ].join('\n');
}

function where({ architecture, emulator, mapping }: Toolchain): string {
  if (emulator !== undefined)
    return ` under ${emulator}, whose states are those of the emulator on this processor, not of an x86`;
  return ` on this ${architecture}${mapping === undefined ? '' : ', in its instructions that keep the order of x86'}`;
}

const conflictLines = ({ seed, text, forbidden }: NativeConflict): string[] => [
  text,
  ...forbidden.map(({ outcome, count }) => `TSO forbids ${outcome.join(' ')}, which was seen ${count} times`),
  `again: diptych crosscheck --native 100000 --random 1 --seed ${seed}`,
  '',
];
