// `diptych outcomes`: which final states can a program reach, and which of them not under SC?

import type { Command } from 'commander';
import { outcomesJson } from '../report/json.js';
import { outcomesText } from '../report/outcomesText.js';
import { startEngines } from '../verdict/engines.js';
import { askOutcomes, type OutcomesVerdict } from '../verdict/outcomes.js';
import { eachFile } from './eachFile.js';
import type { Io } from './io.js';
import { type AskOptions, addAskOptions, limitsOf } from './options.js';
import { type Status, status } from './status.js';

export function addOutcomes(parent: Command, io: Io, done: (status: Status) => void): void {
  const command = parent
    .command('outcomes')
    .summary('list the final states under each memory model')
    .description(
      'Lists every final state of each program under each memory model and marks the ones that no sequentially consistent execution reaches.',
    )
    .argument('<paths...>', 'program files, or folders of them')
    .addHelpText('after', examples)
    .action(async (paths: string[], options: AskOptions) => {
      done(await outcomes(paths, options, io));
    });
  addAskOptions(command);
}

const examples = `
Examples:
  diptych outcomes SB.litmus                 the states under SC, TSO and PSO
  diptych outcomes --model tso SB.litmus     only under TSO; non-SC states are still marked
  diptych outcomes --json tests/ > out.jsonl one line per file of a folder`;

async function outcomes(paths: readonly string[], options: AskOptions, io: Io): Promise<Status> {
  const engines = await startEngines(options.engine);
  const question = { models: options.model, engines, limits: limitsOf(options) };
  return eachFile<OutcomesVerdict>(paths, io, {
    json: options.json === true,
    ask: (program) => askOutcomes(program, question),
    statusOf,
    toJson: outcomesJson,
    toText: (file, verdict, style) => outcomesText(file, verdict, options.unroll, style),
  });
}

/** A list of outcomes answers nothing with yes or no: it is wrong, unfinished or fine. */
function statusOf(verdict: OutcomesVerdict): Status {
  const answers = verdict.results.map((result) => result.answer);
  if (answers.some((answer) => answer.differences.length > 0)) return status.disagreement;
  return answers.every((answer) => answer.complete) ? status.holds : status.noAnswer;
}
