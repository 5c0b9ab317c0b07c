// The states in which executions end, up to the order of like threads.

import { type FastState, WAITING } from '../../../src/explicit/fast/state.js';
import { cellAddress } from '../../../src/program/layout.js';

export function endUpToExchange(
  m: FastState,
  remarks: readonly string[],
  groups: readonly (readonly number[])[],
): string {
  const { observed } = m.code.program;
  const isLike = (t: number): boolean => groups.some((threads) => threads.includes(t));
  const ofThread = (t: number): unknown[] => [
    m.status[t],
    // a thread that waits for like threads waits for any of them
    m.status[t] === WAITING ? 'waits' : m.pc[t],
    observed
      .flatMap((o) =>
        o.kind === 'register' && o.thread === t ? [`${o.register} ${m.register(t, o.register)}`] : [],
      )
      .sort(),
    remarks.flatMap((remark) => {
      const [kind, ...rest] = remark.split(' ');
      const at = kind === 'found' ? 1 : 0;
      return kind !== 'deadlock' && Number(rest[at]) === t ? [[kind, ...rest.toSpliced(at, 1)]] : [];
    }),
  ];
  return JSON.stringify([
    remarks.some((remark) => remark.startsWith('deadlock')),
    Array.from(m.status, (_, t) => t)
      .filter((t) => !isLike(t))
      .map(ofThread),
    groups.map((threads) => threads.map((t) => JSON.stringify(ofThread(t))).sort()),
    observed.flatMap((o) =>
      o.kind === 'cell'
        ? [String(m.cellValue(m.cellAt(cellAddress(m.code.layout, o.location, o.index))))]
        : [],
    ),
  ]);
}
