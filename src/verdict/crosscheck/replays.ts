// Whether a witness is what the plain machine does when it follows the schedule.

import { type Step, traceKey, type Witness } from '../../execution/execution.js';
import { findingKey } from '../../execution/finding.js';
import { compile } from '../../explicit/bytecode/compile.js';
import { storeBufferModels } from '../../explicit/machines/index.js';
import { Machine } from '../../explicit/machines/machine.js';
import type { Program } from '../../program/program.js';

export function replays(
  program: Program,
  witness: Witness,
  { unroll }: { readonly unroll: number },
): boolean {
  const machine = Machine.start(compile(program, { unroll }), storeBufferModels[witness.model]);
  for (const step of witness.schedule) {
    const key = stepKey(step);
    if (!machine.steps().some((possible) => stepKey(possible) === key)) return false;
    machine.apply(step);
  }
  if (machine.steps().length > 0) return false;
  const replayed = machine.execution();
  const { execution } = witness;
  const findings = (e: typeof execution): string => e.findings.map(findingKey).sort().join('\n');
  return (
    traceKey(execution) === traceKey(replayed) &&
    findings(execution) === findings(replayed) &&
    String(execution.outcome) === String(replayed.outcome)
  );
}

const stepKey = (step: Step): string =>
  step.kind === 'commit'
    ? `commit ${step.thread} ${step.address}`
    : `execute ${step.thread} ${step.choice ?? ''}`;
