// A disagreement is a bug in diptych: a report file keeps everything needed to reproduce it.

import { join } from 'node:path';
import type { Program } from '../program/program.js';
import { disagreementJson } from '../report/disagreementJson.js';
import { jsonText } from '../report/jsonText.js';
import type { Answer } from './fileCommand.js';
import type { AskOptions } from './options.js';
import { versions } from './version.js';

/** The part of an answer that a disagreement adds. */
export function disagreementPart(
  command: string,
  {
    program,
    options,
    file,
  }: { readonly program: Program; readonly options: AskOptions; readonly file: string },
  answer: Answer,
): Pick<Answer, 'attachments' | 'remark'> {
  const path = join(options.report, `disagreement-${program.name.replaceAll(/[^\w.+-]+/g, '_')}.json`);
  const replay = `diptych replay ${path}`;
  const report = disagreementJson(program, answer.json(), answer.answers ?? [], {
    versions: versions(),
    file,
    command: [command, ...argumentsOf(options)],
    replay,
  });
  return {
    attachments: [{ path, text: `${jsonText(report, 2)}\n` }],
    remark: `This is a bug in diptych: please report it with ${path}\n${replay} asks again\n`,
  };
}

/** The options that an answer may depend on, as they are written on a command line. Loop bounds are part of the program. */
function argumentsOf(options: AskOptions): string[] {
  const { strategy } = options;
  const given: readonly (readonly [string, string | number | undefined])[] = [
    ['--model', options.model.join()],
    ['--engine', options.engine],
    ['--unroll', options.unroll],
    ['--timeout', options.timeout],
    ['--dpor', options.dpor],
    ['--max-executions', options.maxExecutions],
    ['--encoding', options.encoding],
    [
      '--strategy',
      strategy === undefined
        ? undefined
        : `${strategy.kind}:${strategy.kind === 'random' ? strategy.runs : strategy.bound}`,
    ],
    ['--seed', options.seed],
    ['--monitor', options.monitor?.join()],
    ['--preemptions', options.preemptions],
  ];
  return [
    ...given.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [`${name}=${value}`])),
    ...(options.spinAssume ? [] : ['--no-spin-assume']),
    ...(options.symmetry ? [] : ['--no-symmetry']),
    ...(options.strict === true ? ['--strict'] : []),
  ];
}
