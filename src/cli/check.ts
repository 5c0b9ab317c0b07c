// `diptych check`: does a program's condition hold, and do its assertions?

import { InvalidArgumentError, Option } from 'commander';
import { everyGroup, type FindingGroup, isFindingGroup, isLookedFor } from '../execution/finding.js';
import { reasonOfCut } from '../program/cut.js';
import { yieldsToUnroll } from '../program/cutReason.js';
import { checkText, violationLine } from '../report/checkText.js';
import { checkReport } from '../report/formats/reports.js';
import { checkJson } from '../report/json.js';
import { racesPart } from '../report/races/json.js';
import { racesRemark } from '../report/races/text.js';
import { present } from '../support/present.js';
import { askCheck, type CheckVerdict, type ModelCheck } from '../verdict/check.js';
import { forFinalStates } from '../verdict/engine.js';
import { askRaces } from '../verdict/races.js';
import { smtSeparator } from '../verdict/smtSeparator.js';
import type { RaceCommand } from './fileCommand.js';
import { addGraphOption } from './graphOption.js';
import { HerdLog } from './herdLog.js';
import { addSymbolicOptions } from './options.js';
import { isLitmus, racesStatus } from './races.js';
import { gravest, type Status, status } from './status.js';
import { addStrategyOptions } from './strategyOptions.js';
import { addWitnessOption, type Decisive, decisivePicture, witnessPart } from './witnessOption.js';

export const check: RaceCommand = {
  works: 'by-engines',
  deepens: true,

  define: (parent) =>
    addGraphOption(
      addWitnessOption(
        addSymbolicOptions(
          addStrategyOptions(
            parent
              .command('check')
              .summary('decide whether condition and assertions hold')
              .description(
                'Decides, for each program and memory model, whether the condition holds (exactly when herd says Ok) and that no assertion fails, no thread deadlocks and no memory is misused.',
              )
              .option(
                '--strict',
                'an answer that holds only up to the unroll bound, or that not every engine confirms, is no answer',
              )
              .addOption(
                new Option(
                  '--find <list>',
                  `findings that count as violations beside the condition: ${everyGroup.join(', ')}; others are reported beside the verdict`,
                )
                  .argParser(parseGroups)
                  .default(everyGroup, 'all'),
              )
              .option('--all-traces', 'an execution for each thing found, not only for the first')
              .option('--races', 'look for data races under SC too')
              .option('--plain-races', '--races; plain and volatile accesses of litmus tests are not atomic')
              .addHelpText('after', examples),
          ),
        ),
      ),
    ),

  async ask({ file, program, models, engines, options, limits, confirm, smt, tell }) {
    const log = new HerdLog(options.format, { engines, confirm, limits });
    const verdict = await askCheck(program, {
      models,
      engines,
      limits: log.limits(),
      confirm,
      strict: options.strict === true,
      ...present({ find: options.find }),
      onViolation: (asked, found) => tell?.(violationLine(asked, found)),
    });
    const looks = options.races === true || options.plainRaces === true;
    const plain = options.plainRaces === true || !isLitmus(file);
    const found = looks ? await askRaces(program, { engines, limits, confirm, plain }) : undefined;
    const decisive = decisiveOf(verdict);
    const { attachments = [], ...rest } = witnessPart(verdict.program, options, decisive);
    return {
      status: gravest([
        ...verdict.results.map(statusOf),
        ...(found === undefined ? [] : [racesStatus(found, options.strict === true)]),
      ]),
      readsUnset: verdict.results.some(
        ({ verdict: said, answer }) =>
          said === 'unknown' && answer.findings.some(({ finding }) => finding.kind === 'uninitialised-read'),
      ),
      bounded: [...verdict.results, ...(found === undefined ? [] : [found])].some(({ bounded }) =>
        bounded.some((loop) => yieldsToUnroll(reasonOfCut(program, loop))),
      ),
      outOfTime: verdict.results.some(({ verdict: said, answer }) => said === 'unknown' && !answer.complete),
      attachments: [
        ...attachments,
        ...(await decisivePicture(forFinalStates(verdict.program, limits), options, decisive)),
        ...(options.dumpSmt === undefined
          ? []
          : [{ path: options.dumpSmt, text: await smt('check', program), separator: smtSeparator }]),
      ],
      ...rest,
      answers: verdict.results.map(({ answer }) => answer),
      verdicts: new Map(verdict.results.map(({ answer, verdict: said }) => [answer.model, said])),
      program: verdict.program,
      json: () => ({
        ...checkJson(file, verdict, options.unroll),
        ...(found === undefined ? {} : { races: racesPart(found) }),
      }),
      text: (style) =>
        checkText(file, verdict, options.unroll, style, {
          verbose: options.verbose === true,
          allTraces: options.allTraces === true,
        }) + (found === undefined ? '' : racesRemark(found, options.unroll, style, options.verbose)),
      report: () => checkReport(file, verdict),
      ...(await log.part(program, models, present({ find: options.find }))),
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
      `${statuses.length} files: ${count(status.holds)} hold, ${count(status.violated)} violated`,
      ...rest.filter(([n]) => n > 0).map(([n, what]) => `${n} ${what}`),
    ].join(', ');
  },
};

function parseGroups(text: string): readonly FindingGroup[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !isFindingGroup(name));
  if (unknown !== undefined) throw new InvalidArgumentError(`${unknown} is none of ${everyGroup.join(', ')}`);
  return names.filter(isFindingGroup);
}

const examples = `
Examples:
  diptych check SB.litmus                      under SC, TSO and PSO
  diptych check --model tso peterson.litmus    exit status 0: holds, 1: violated, 4: no answer
  diptych check --strict --unroll 20 f.litmus  4 as well if 20 rounds of its loops were not enough
  diptych check --witness why.json f.litmus    the deciding execution, for diptych replay why.json
  diptych check --graph why.svg f.litmus       a picture of it
  diptych check --find assertions f.c          a deadlock or hang is told, but does not make it violated
  diptych check --races f.c                    data races too`;

/** The execution that a violation rests on; without one, the execution that shows that the condition holds. */
function decisiveOf({ results, find }: CheckVerdict): Decisive | undefined {
  const found = results.flatMap(({ answer, condition, decisive }): (Decisive & { violates: boolean })[] => [
    ...answer.findings.flatMap(({ finding, shown }) =>
      shown === undefined
        ? []
        : [
            {
              claim: { kind: 'finding', finding } as const,
              shown,
              violates: isLookedFor(finding, find),
            },
          ],
    ),
    ...(condition.decidedBy === undefined || decisive === undefined
      ? []
      : [
          {
            claim: { kind: 'outcome', outcome: condition.decidedBy } as const,
            shown: decisive,
            violates: condition.verdict === 'violated',
          },
        ]),
  ]);
  return found.find(({ violates }) => violates) ?? found.at(0);
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
