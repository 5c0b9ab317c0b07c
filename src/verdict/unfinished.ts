// A program of which no execution reaches its end: whatever is asked about final states then holds of nothing. Where its
// threads stop is told by the loops that were cut, or else by one run under SC.

import { compile } from '../explicit/bytecode/compile.js';
import * as op from '../explicit/bytecode/opcodes.js';
import { Machine } from '../explicit/machines/machine.js';
import { sc } from '../explicit/machines/sc.js';
import type { Program } from '../program/program.js';
import type { SourceSpan } from '../program/statement.js';
import type { ModelAnswer } from './answer.js';

/** Where a thread goes no further. */
export interface Stopped {
  readonly thread: number;
  readonly at?: SourceSpan;
}

const maxSteps = 100_000;

/** The places nothing was checked beyond; undefined if some execution has an end, or it is not known whether. */
export function unfinished(program: Program, answer: ModelAnswer, unroll: number): Stopped[] | undefined {
  const ended = answer.outcomes.length > 0 || answer.findings.length > 0 || program.filter !== undefined;
  if (ended || !answer.complete) return undefined;
  const cut = answer.cutLoops.map(({ thread, at }) => ({ thread, ...(at === undefined ? {} : { at }) }));
  return cut.length > 0 ? cut : stoppedInOneRun(program, unroll);
}

function stoppedInOneRun(program: Program, unroll: number): Stopped[] {
  const machine = Machine.start(compile(program, { unroll }), sc);
  for (let steps = 0; steps < maxSteps; steps++) {
    const thread = machine.threads.findIndex((_, t) => machine.canExecute(t));
    if (thread < 0) break;
    const [opcode, , a] = machine.instruction(thread);
    const choice = opcode === op.CHOOSE ? { choice: machine.threads[thread].registers[a] } : {};
    machine.apply({ kind: 'execute', thread, ...choice });
  }
  return [...machine.blocked()].map(([thread, why]) => {
    const { pc } = machine.threads[thread];
    const { statements } = machine.code.threads[thread];
    // a thread that waits is at its statement, one that was stopped is behind it
    const at = (why === 'lock' || why === 'join' ? statements[pc] : statements[pc - 1])?.at;
    return { thread, ...(at === undefined ? {} : { at }) };
  });
}
