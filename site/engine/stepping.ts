// Runs on the plain machine, step by step.

import { choicesView, reachableView } from '../../src/report/stepping/choices.js';
import { machineAfter, runView } from '../../src/report/stepping/run.js';
import type { Reply, Request } from '../protocol.js';
import { programOfRun } from './program.js';

export async function stepping(request: Extract<Request, { number: number }>): Promise<Reply> {
  const { number, source, run } = request;
  const program = await programOfRun(source, run);
  if (request.kind === 'run') return { kind: 'run', number, view: runView(program, source.unroll, run) };
  const { machine } = machineAfter(program, source.unroll, run, request.taken);
  return {
    kind: 'choices',
    number,
    choices: choicesView(program, machine),
    reachable: reachableView(program, machine, request.mostStates),
  };
}
