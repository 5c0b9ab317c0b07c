// `diptych outcomes`: which final states can a program reach, and which of them not under SC?

import { outcomesJson } from '../report/json.js';
import { outcomesText } from '../report/outcomesText.js';
import { askOutcomes, type OutcomesVerdict } from '../verdict/outcomes.js';
import { outcomesSmt, smtSeparator } from '../verdict/smt.js';
import type { FileCommand } from './fileCommand.js';
import { addSymbolicOptions } from './options.js';
import { type Status, status } from './status.js';
import { addStrategyOptions } from './strategyOptions.js';

export const outcomes: FileCommand = {
  define: (parent) =>
    addSymbolicOptions(
      addStrategyOptions(
        parent
          .command('outcomes')
          .summary('list the final states under each memory model')
          .description(
            'Lists every final state of each program under each memory model and marks the ones that no sequentially consistent execution reaches.',
          )
          .addHelpText('after', examples),
      ),
    ),

  async ask({ file, program, models, engines, options, limits }) {
    const verdict = await askOutcomes(program, { models, engines, limits });
    return {
      status: statusOf(verdict),
      attachments:
        options.dumpSmt === undefined
          ? []
          : [{ path: options.dumpSmt, text: outcomesSmt(program, models, limits), separator: smtSeparator }],
      answers: verdict.results.map(({ answer }) => answer),
      json: () => outcomesJson(file, verdict),
      text: (style) => outcomesText(file, verdict, options.unroll, style),
    };
  },
};

const examples = `
Examples:
  diptych outcomes SB.litmus                   the states under SC, TSO and PSO
  diptych outcomes --model tso SB.litmus       only under TSO; non-SC states are still marked
  diptych outcomes --json tests/ > out.jsonl   one line per file of a folder
  diptych outcomes --strategy random:1000 --seed 7 big.litmus
                                               what a thousand random executions show`;

/** A list of outcomes answers nothing with yes or no: it is wrong, unfinished or fine. */
function statusOf(verdict: OutcomesVerdict): Status {
  const answers = verdict.results.map((result) => result.answer);
  if (answers.some((answer) => answer.differences.length > 0)) return status.disagreement;
  return answers.every((answer) => answer.complete) ? status.holds : status.noAnswer;
}
