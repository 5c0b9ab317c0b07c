// `diptych outcomes`: which final states can a program reach, and which of them not under SC?

import { Option } from 'commander';
import { outcomeKey } from '../execution/execution.js';
import type { NativeVerdict } from '../native/verdict.js';
import { herdText } from '../report/formats/herd.js';
import { outcomesReport } from '../report/formats/reports.js';
import { outcomesJson } from '../report/json.js';
import { outcomesText } from '../report/outcomesText.js';
import { StateNames } from '../report/state.js';
import { forFinalStates } from '../verdict/engine.js';
import { askOutcomes, type OutcomesVerdict } from '../verdict/outcomes.js';
import { smtSeparator } from '../verdict/smtSeparator.js';
import type { Attachment, RaceCommand } from './fileCommand.js';
import { addGraphDirOption, addGraphOption, pictureFile, pictureName } from './graphOption.js';
import { type AskOptions, addSymbolicOptions, limitsOf, parseCount } from './options.js';
import { type Status, status } from './status.js';
import { addStrategyOptions } from './strategyOptions.js';

export const outcomes: RaceCommand = {
  works: 'by-engines',

  define: (parent) =>
    addGraphDirOption(
      addGraphOption(
        addSymbolicOptions(
          addStrategyOptions(
            parent
              .command('outcomes')
              .summary('list the final states under each memory model')
              .description(
                'Lists every final state of each program under each memory model and marks the ones that no sequentially consistent execution reaches.',
              )
              .addOption(
                new Option('--native <n>', 'also run it so often on the processor').argParser(parseCount(1)),
              )
              .addHelpText('after', examples),
          ),
        ),
      ),
    ),

  async ask({ file, program, models, engines, options, limits, confirm, smt }) {
    const drawn = options.graph !== undefined || options.graphDir !== undefined || options.format === 'sarif';
    const question = { models, engines, limits, confirm, ...(drawn ? { keep: 'all' as const } : {}) };
    const start = performance.now();
    const verdict = await askOutcomes(program, question);
    const isOver = (): boolean => limits.stop?.() === true || limits.signal?.aborted === true;
    const native =
      options.native === undefined || isOver()
        ? undefined
        : await (await import('../native/verdict.js')).processorVerdict(file, verdict, question, {
            runs: options.native,
            seed: options.seed ?? 1,
            timeLimitMs:
              limits.timeLimitMs === undefined ? 10_000 : limits.timeLimitMs - (performance.now() - start),
            defines: options.define,
            includeDirs: options.include,
            stop: isOver,
          });
    return {
      status: options.native !== undefined && isOver() ? status.noAnswer : statusOf(verdict, native),
      attachments: [
        ...(options.dumpSmt === undefined
          ? []
          : [{ path: options.dumpSmt, text: await smt('outcomes', program), separator: smtSeparator }]),
        ...(await pictures(verdict, options)),
      ],
      answers: verdict.results.map(({ answer }) => answer),
      json: () => outcomesJson(file, verdict, native),
      report: () => outcomesReport(file, verdict),
      herd: () => herdText(verdict),
      text: (style) => outcomesText(file, verdict, options.unroll, style, native, options.verbose),
    };
  },
};

const examples = `
Examples:
  diptych outcomes SB.litmus                   the states under SC, TSO and PSO
  diptych outcomes --model tso SB.litmus       only under TSO; non-SC states are still marked
  diptych outcomes --json tests/ > out.jsonl   one line per file of a folder
  diptych outcomes --native 1000000 SB.litmus  what this processor shows in a million runs, beside the models
  diptych outcomes --strategy random:1000 --seed 7 big.litmus
                                               what a thousand random executions show`;

/** A list of outcomes answers nothing with yes or no: it is wrong, unfinished or fine. */
function statusOf(verdict: OutcomesVerdict, native?: NativeVerdict): Status {
  const answers = verdict.results.map((result) => result.answer);
  if (native !== undefined && native.forbidden.length > 0) return status.disagreement;
  if (answers.some((answer) => answer.differences.length > 0)) return status.disagreement;
  if (native?.stopped === true) return status.noAnswer;
  return answers.every((answer) => answer.complete) ? status.holds : status.noAnswer;
}

/** An execution of each final state, and one that shows most: of a state that SC does not reach, if there is one. */
async function pictures({ program, results }: OutcomesVerdict, options: AskOptions): Promise<Attachment[]> {
  const { graph, graphDir, unroll } = options;
  if (graph === undefined && graphDir === undefined) return [];
  const names = new StateNames(program);
  const asked = forFinalStates(program, limitsOf(options));
  const all = results.flatMap(({ answer, outcomes, kept }) =>
    kept.map(({ outcome, shown }) => {
      const sc = outcomes.find((marked) => outcomeKey(marked.outcome) === outcomeKey(outcome))?.sc;
      const state = names.state(outcome);
      const subtitle = `${state} under ${answer.model}${sc === false ? ', not under sc' : ''}`;
      const picture = { program: asked, evidence: shown, title: program.name, subtitle };
      return { picture, nonSc: sc === false, model: answer.model, state };
    }),
  );
  const telling = all.find(({ nonSc }) => nonSc) ?? all.at(0);
  return Promise.all([
    ...(graph === undefined || telling === undefined ? [] : [pictureFile(graph, telling.picture, unroll)]),
    ...(graphDir === undefined
      ? []
      : all.map(({ picture, model, state }) =>
          pictureFile(pictureName(graphDir, model, state), picture, unroll),
        )),
  ]);
}
