// `diptych explain`: why can a program end like this, or why not?

import { type Command, InvalidArgumentError, Option } from 'commander';
import type { HbEdge } from '../execution/hb.js';
import { plainName } from '../report/explain/cycle.js';
import { explainJson } from '../report/explain/json.js';
import { explainText, wantedText } from '../report/explain/text.js';
import { InputError } from '../support/diagnostic.js';
import { askExplain, type ExplainVerdict } from '../verdict/explain.js';
import { parseFinding, type WantedFinding } from '../verdict/wantedFinding.js';
import { wantedFinding, wantedState } from '../verdict/wantedState.js';
import type { Attachment, ProgramCommand } from './fileCommand.js';
import { addGraphOption, pictureFile } from './graphOption.js';
import type { AskOptions } from './options.js';
import { type Status, status } from './status.js';

export const explain: ProgramCommand = {
  guarded: true,

  define: (parent): Command =>
    addGraphOption(
      parent
        .command('explain')
        .summary('say why a final state or a finding is possible or forbidden')
        .description(
          'Says, for a final state of each program or for something that goes wrong in it, which memory models allow it and why: an execution with its reordered events, or the cycles that all candidate executions have and the axiom that forbids them.',
        )
        .addOption(
          new Option(
            '--outcome <state>',
            'the final state: "0:EAX=0 1:EAX=0", "x=1 y=0"; other values may be anything (default: the condition of a litmus test)',
          ),
        )
        .addOption(
          new Option(
            '--finding [what]',
            'a finding in place of a final state: any, a kind (assertion, use-after-free, ...), a line (12, queue.h:12), or both (assertion:12)',
          )
            .preset('any')
            .argParser(findingNamed),
        )
        .addHelpText('after', examples),
    ),

  async ask({ file, program, engines, options, limits, confirm }) {
    const { outcome, finding } = options;
    if (outcome !== undefined && finding !== undefined)
      throw new InputError({
        code: 'bad-outcome',
        message: '--outcome and --finding are two questions',
        hint: 'ask one at a time',
        file,
      });
    const wanted = finding === undefined ? wantedState(program, outcome) : wantedFinding(program, finding);
    const verdict = await askExplain(wanted, { models: options.model, engines, limits, confirm });
    return {
      status: statusOf(verdict),
      attachments: await pictures(verdict, options),
      answers: verdict.results.map(({ answer }) => answer),
      program: verdict.program,
      askedBy: 'outcomes',
      json: () => explainJson(file, verdict),
      text: (style) => explainText(file, verdict, options.unroll, style, options.verbose),
    };
  },
};

const examples = `
Examples:
  diptych explain SB.litmus                               its condition, under SC, TSO and PSO
  diptych explain --outcome "0:EAX=0 1:EAX=0" SB.litmus   a final state; 0:EAX=0 alone leaves 1:EAX open
  diptych explain -m tso --outcome "x=1 y=0" queue.c      globals of a C program
  diptych explain -m tso --finding any queue.c            whatever goes wrong, under TSO
  diptych explain --finding 12 queue.c                    the assertion in line 12
  diptych explain --graph why.svg MP.litmus               a picture of the execution, or of the cycle that forbids it
Exit status 0: every model has its answer; 4: one has none.`;

/** `explain --finding f.c`: the next word is a file, and any finding is meant. */
export const withBareFinding = (args: readonly string[]): readonly string[] =>
  args.map((arg, i) =>
    arg === '--finding' && (args[i + 1] === undefined || parseFinding(args[i + 1]) === undefined)
      ? '--finding=any'
      : arg,
  );

function findingNamed(text: string): WantedFinding {
  const found = parseFinding(text);
  if (found === undefined)
    throw new InvalidArgumentError(`'${text}' is no kind of finding and no line. Write --finding any FILE.`);
  return found;
}

function statusOf({ results }: ExplainVerdict): Status {
  if (results.some(({ answer }) => answer.differences.length > 0)) return status.disagreement;
  return results.every(({ possible }) => possible !== null) ? status.holds : status.noAnswer;
}

/** The execution that is allowed; else a candidate with the cycle that forbids it. */
async function pictures(
  { program, allowed, forbidden, wanted }: ExplainVerdict,
  { graph, unroll }: AskOptions,
): Promise<Attachment[]> {
  if (graph === undefined) return [];
  const words = (what: string) => ({
    program,
    title: program.name,
    subtitle: `${wantedText(wanted)} ${what}`,
  });
  if (allowed !== undefined)
    return [
      await pictureFile(graph, { ...words(`under ${allowed.model}`), evidence: allowed.shown }, unroll),
    ];
  const cycle = forbidden?.refutation?.cycles.at(0);
  if (cycle === undefined) return [];
  const edges = cycle.edges.flatMap(({ from, to, relation }): HbEdge[] => {
    const plain = (['po', 'rf', 'co', 'fr'] as const).find((name) => name === plainName(relation));
    return plain === undefined ? [] : [{ from, to, relation: plain }];
  });
  const picture = {
    ...words(`is forbidden by the axiom ${cycle.axiom} of ${forbidden?.model}`),
    evidence: { execution: cycle.candidate },
    cycle: edges,
  };
  return [await pictureFile(graph, picture, unroll)];
}
