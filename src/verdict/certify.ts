// A certificate of an execution, by code that no engine searches with: its schedule is replayed step by step on the plain
// machine, which must go through the same trace, and its graph is judged by the model's cat file.

import { judge } from '../cat/judge.js';
import { loadModel } from '../cat/models.js';
import { traceKey, type Witness } from '../execution/execution.js';
import { compile } from '../explicit/bytecode/compile.js';
import { storeBufferModels } from '../explicit/machines/index.js';
import { Machine } from '../explicit/machines/machine.js';
import type { Program } from '../program/program.js';

/** Undefined if the witness is what it claims to be, else what is wrong with it. */
export function uncertified(program: Program, witness: Witness, unroll: number): string | undefined {
  const { model, execution, schedule } = witness;
  const machine = Machine.start(compile(program, { unroll }), storeBufferModels[model]);
  try {
    for (const step of schedule) machine.apply(step);
  } catch (error) {
    return `the ${model} machine does not accept its schedule: ${String(error)}`;
  }
  if (machine.steps().length > 0) return `its schedule ends before the ${model} machine does`;
  if (traceKey(machine.execution()) !== traceKey(execution))
    return `its schedule leads to another trace on the ${model} machine`;
  const judgement = judge(loadModel(model), program, execution);
  return judgement.allowed ? undefined : `${model}.cat does not allow its graph`;
}
