// A program of C with both readers: the one whose library stands in the type checker and in frontend/c/library, and the one that is linked with
// model/. Both must find the same states and findings.

import type { ModelName } from '../../src/execution/execution.js';
import { type Exploration, explore } from '../../src/explicit/explore.js';
import { type COptions, parseC } from '../../src/frontend/c/index.js';
import { readOnMiddle } from '../../src/frontend/onMiddle.js';
import type { Program } from '../../src/program/program.js';

interface Answer {
  readonly states: readonly string[];
  readonly findings: readonly string[];
}

type Options = COptions & { readonly model?: ModelName };

function answerOf(program: Program, { outcomes, findings }: Exploration): Answer {
  const names = program.observed.map((o) =>
    o.kind === 'cell' ? (o.index === 0 ? o.location : `${o.location}[${o.index}]`) : o.register,
  );
  return {
    states: outcomes.map((values) => values.map((v, i) => `${names[i]}=${v}`).join(' ')).sort(),
    findings: findings
      .map(({ finding }) => `${finding.kind} ${finding.at?.line ?? '-'}: ${finding.message}`)
      .sort(),
  };
}

const answer = (read: typeof readOnMiddle, text: string, { model = 'sc', ...options }: Options): Answer => {
  const program = read(text, 'a.c', { readFile: () => undefined, ...options });
  return answerOf(program, explore(program, { model, unroll: options.unroll ?? 8, timeLimitMs: 20_000 }));
};

/** The answer by way of model/. */
export const onModel = (text: string, options: Options = {}): Answer => answer(readOnMiddle, text, options);

/** The answers by both ways. */
export const both = (
  text: string,
  options: Options = {},
): { readonly model: Answer; readonly old: Answer } => ({
  model: onModel(text, options),
  old: answer(parseC, text, options),
});
