// `diptych check`: does a program's condition hold, and do its assertions?

import type { Command } from 'commander';
import { checkText } from '../report/checkText.js';
import { checkJson } from '../report/json.js';
import { askCheck, type CheckVerdict, type ModelCheck } from '../verdict/check.js';
import { startEngines } from '../verdict/engines.js';
import { eachFile } from './eachFile.js';
import type { Io } from './io.js';
import { type AskOptions, addAskOptions, limitsOf } from './options.js';
import { gravest, type Status, status } from './status.js';

interface CheckOptions extends AskOptions {
  readonly strict?: boolean;
}

export function addCheck(parent: Command, io: Io, done: (status: Status) => void): void {
  const command = parent
    .command('check')
    .summary('decide whether condition and assertions hold')
    .description(
      'Decides, for each program and memory model, whether the condition holds (exactly when herd says Ok) and that no assertion fails, no thread deadlocks and no memory is misused. The exit status is that of the gravest answer.',
    )
    .argument('<paths...>', 'program files, or folders of them')
    .addHelpText('after', examples)
    .action(async (paths: string[], options: CheckOptions) => {
      done(await check(paths, options, io));
    });
  addAskOptions(command).option('--strict', 'an answer that holds only up to the unroll bound is no answer');
}

const examples = `
Examples:
  diptych check SB.litmus                    under SC, TSO and PSO
  diptych check --model tso peterson.litmus  exit status 0: holds, 1: violated, 4: no answer
  diptych check --strict --unroll 20 f.litmus`;

async function check(paths: readonly string[], options: CheckOptions, io: Io): Promise<Status> {
  const engines = await startEngines(options.engine);
  const question = {
    models: options.model,
    engines,
    limits: limitsOf(options),
    strict: options.strict === true,
  };
  return eachFile<CheckVerdict>(paths, io, {
    json: options.json === true,
    ask: (program) => askCheck(program, question),
    statusOf: (verdict) => gravest(verdict.results.map(statusOf)),
    toJson: checkJson,
    toText: (file, verdict, style) => checkText(file, verdict, options.unroll, style),
    summary,
  });
}

function statusOf({ answer, verdict }: ModelCheck): Status {
  if (answer.differences.length > 0) return status.disagreement;
  switch (verdict) {
    case 'holds':
      return status.holds;
    case 'violated':
      return status.violated;
    case 'unknown':
      return status.noAnswer;
  }
}

function summary(statuses: readonly Status[]): string {
  const count = (wanted: Status): number => statuses.filter((s) => s === wanted).length;
  const parts = [
    `${count(status.holds)} hold`,
    `${count(status.violated)} violated`,
    `${count(status.noAnswer)} without answer`,
    `${count(status.badInput)} bad`,
    `${count(status.disagreement)} in disagreement`,
  ].filter((part, i) => i < 2 || !part.startsWith('0 '));
  return `${statuses.length} files: ${parts.join(', ')}`;
}
