// A violation as an execution of the weak machine. Runs the order of weakOrder.ts on the plain machine, then everything
// else to its end, and looks for the happens-before cycle.

import type { Event } from '../../../execution/event.js';
import type { Step, Witness } from '../../../execution/execution.js';
import { isSequentiallyConsistent } from '../../../execution/hb.js';
import { bug } from '../../../support/diagnostic.js';
import { present } from '../../../support/present.js';
import type { Code } from '../../bytecode/compile.js';
import { storeBufferModels } from '../../machines/index.js';
import { Machine } from '../../machines/machine.js';
import type { Violation, WeakModel } from '../monitor.js';
import { weakOrder } from './weakOrder.js';

/** Undefined only if the violation depends on what the event does there, and the machine has no such execution. */
export function violatingWitness(
  code: Code,
  model: WeakModel,
  events: readonly Event[],
  violation: Violation,
): Witness | undefined {
  const order = weakOrder(model, events, violation);
  if (order === undefined) {
    if (violation.diverted !== undefined) return undefined;
    return bug(`a monitor reports a violation that ${model} does not have`);
  }
  const machine = Machine.start(code, storeBufferModels[model]);
  const schedule: Step[] = [];
  const apply = (step: Step): void => {
    machine.apply(step);
    schedule.push(step);
  };
  for (const { event, commit } of order) {
    const { thread, choice } = event;
    if (commit) apply({ kind: 'commit', thread, address: event.writes[0].address });
    // Steps that are no events (a free of nothing) go with the next event.
    else
      while (machine.threads[thread].events <= event.index)
        apply({ kind: 'execute', thread, ...present({ choice }) });
  }
  for (let steps = machine.steps(); steps.length > 0; steps = machine.steps())
    apply(steps.find((step) => step.kind === 'commit') ?? steps[0]);
  const execution = machine.execution();
  if (!isSequentiallyConsistent(execution)) return { model, execution, schedule };
  if (violation.ifSameCells) return undefined;
  return bug(`a monitor reports a violation that is sequentially consistent under ${model}`);
}
