// `diptych robust`: does every trace under TSO or PSO also exist under SC?

import { type Command, Option } from 'commander';
import type { ModelName } from '../execution/execution.js';
import { robustReport } from '../report/formats/reports.js';
import { robustJson } from '../report/robustJson.js';
import { robustText } from '../report/robustText.js';
import { InputError } from '../support/diagnostic.js';
import { present } from '../support/present.js';
import type { StrategyChoice } from '../verdict/engine.js';
import { defaultMonitors } from '../verdict/monitored.js';
import { askRobust, type ModelRobustness, type RobustVerdict, shownNonSc } from '../verdict/robust.js';
import type { RaceCommand } from './fileCommand.js';
import { addGraphOption } from './graphOption.js';
import { HerdLog } from './herdLog.js';
import { monitorOption } from './monitorOption.js';
import { parseCount } from './options.js';
import { gravest, type Status, status } from './status.js';
import { addStrategyOptions } from './strategyOptions.js';
import { addWitnessOption, type Decisive, decisivePicture, witnessPart } from './witnessOption.js';

export const robust: RaceCommand = {
  works: 'by-engines',

  define: (parent): Command =>
    addGraphOption(
      addWitnessOption(
        addStrategyOptions(
          parent
            .command('robust')
            .summary('decide whether every trace is sequentially consistent')
            .description(
              'Decides, for each program, whether it is robust against TSO and PSO: whether every trace it has there also exists under SC. Three routes must agree: monitors on SC executions, the traces of the weak machine, and the symbolic engine.',
            )
            .addOption(monitorOption())
            .addOption(
              new Option(
                '--preemptions <k>',
                'show monitors every SC interleaving with at most k preemptions: --strategy preemptions:k',
              ).argParser(parseCount(0)),
            )
            .option('--strict', 'an answer that holds only up to the unroll bound is no answer')
            .addHelpText('after', examples),
        ),
      ),
    ),

  async ask({ file, program, engines, options, confirm, limits: { strategy: chosen, ...limits } }) {
    const models = options.model.filter(isWeak);
    if (models.length === 0)
      throw new InputError({
        code: 'robust-model',
        message: 'robustness is a question about tso and pso: every trace of sc is sequentially consistent',
        file,
      });
    // Which SC executions monitors see; the traces of the weak machine are visited one by one all the same.
    const strategy: StrategyChoice | undefined =
      options.preemptions === undefined ? chosen : { kind: 'preemptions', bound: options.preemptions };
    const log = new HerdLog(options.format, { engines, confirm, limits });
    const verdict = await askRobust(program, {
      models,
      engines,
      monitors: options.monitor ?? defaultMonitors,
      ...present({ strategy }),
      limits: log.limits(),
      confirm,
    });
    const notRobust = new Set<string>(
      verdict.results.flatMap(({ model, robust }) => (robust === false ? [model] : [])),
    );
    const decisive = decisiveOf(verdict);
    const { attachments = [], ...rest } = witnessPart(program, options, decisive);
    return {
      status: gravest(verdict.results.map((result) => statusOf(result, options.strict === true))),
      ...rest,
      attachments: [...attachments, ...(await decisivePicture(program, options, decisive))],
      json: () => robustJson(file, verdict),
      report: () => robustReport(file, verdict),
      ...(await log.part(program, models, {
        flags: (model) => (notRobust.has(model) ? ['not-robust'] : []),
      })),
      text: (style) => robustText(file, verdict, options.unroll, style),
    };
  },

  summary(statuses) {
    const count = (wanted: Status): number => statuses.filter((s) => s === wanted).length;
    const rest: readonly [number, string][] = [
      [count(status.noAnswer), 'without answer'],
      [count(status.badInput), 'bad'],
      [count(status.disagreement), 'in disagreement'],
    ];
    return [
      `${statuses.length} files: ${count(status.holds)} robust, ${count(status.violated)} not robust`,
      ...rest.filter(([n]) => n > 0).map(([n, what]) => `${n} ${what}`),
    ].join(', ');
  },
};

const examples = `
Examples:
  diptych robust SB.litmus                          against TSO and PSO
  diptych robust --model tso tests/                 a folder; exit status 1 if one is not robust
  diptych robust --monitor all --preemptions 2 f.c  all monitors on interleavings with at most 2 preemptions`;

const isWeak = (model: ModelName): model is 'tso' | 'pso' => model !== 'sc';

/** The execution whose cycle is shown; one of another program (without spin loops) cannot be replayed with this one. */
function decisiveOf({ program, results }: RobustVerdict): Decisive | undefined {
  const result = results.find(({ nonSc }) => nonSc !== undefined);
  const shown = result === undefined ? undefined : shownNonSc(program, result);
  const witness = shown?.program === program ? shown.nonSc.witness : result?.nonSc?.witness;
  if (witness === undefined) return undefined;
  return { claim: { kind: 'hb-cycle' }, shown: { execution: witness.execution, witness } };
}

function statusOf({ agree, robust: answer, bounded }: ModelRobustness, strict: boolean): Status {
  if (!agree) return status.disagreement;
  if (answer === null || (strict && bounded.length > 0)) return status.noAnswer;
  return answer ? status.holds : status.violated;
}
