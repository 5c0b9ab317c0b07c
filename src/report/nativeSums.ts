// What `crosscheck --native` says in the end.

import type { NativeConflict, NativeSums } from '../native/witness.js';

export function nativeSumsText(sums: NativeSums): string {
  const { tests, runs, allowed, seen, weak, seenWeak, open, toolchain, conflicts } = sums;
  const where =
    toolchain === undefined
      ? ''
      : toolchain.emulator === undefined
        ? ` on this ${toolchain.architecture}`
        : ` under ${toolchain.emulator}, which shows what it makes of this processor and not what an x86 does`;
  return [
    ...conflicts.flatMap(conflictLines),
    `${tests} random litmus tests, ${runs} runs${where}`,
    `${seen} of the ${allowed} states that TSO allows were seen, ${seenWeak} of the ${weak} that SC does not allow`,
    ...(open === 0 ? [] : [`${open} tests were not judged`]),
    conflicts.length === 0 ? 'no state is outside TSO' : `${conflicts.length} tests show states outside TSO`,
    '',
  ].join('\n');
}

const conflictLines = ({ seed, text, forbidden }: NativeConflict): string[] => [
  text,
  ...forbidden.map(({ outcome, count }) => `TSO forbids ${outcome.join(' ')}, which was seen ${count} times`),
  `again: diptych crosscheck --native 100000 --random 1 --seed ${seed}`,
  '',
];
