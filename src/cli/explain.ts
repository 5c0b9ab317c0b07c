// `diptych explain`: why can a program end like this, or why not?

import { type Command, Option } from 'commander';
import type { HbEdge } from '../execution/hb.js';
import { plainName } from '../report/explain/cycle.js';
import { explainJson } from '../report/explain/json.js';
import { explainText } from '../report/explain/text.js';
import { askExplain, type ExplainVerdict } from '../verdict/explain.js';
import { wantedState } from '../verdict/wantedState.js';
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
        .summary('say why a final state is possible, or what forbids it')
        .description(
          'Says, for a final state of each program, which memory models allow it and why: an execution with what changed places in it, or the cycles that every way to get there has, and the axiom that forbids them.',
        )
        .addOption(
          new Option(
            '--outcome <state>',
            'the final state: "0:EAX=0 1:EAX=0", "x=1 y=0"; what is not named may be anything (default: the condition of a litmus test)',
          ),
        )
        .addHelpText('after', examples),
    ),

  async ask({ file, program, engines, options, limits }) {
    const verdict = await askExplain(wantedState(program, options.outcome), {
      models: options.model,
      engines,
      limits,
    });
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
  diptych explain --graph why.svg MP.litmus               a picture of the execution, or of the cycle that forbids it
Exit status 0: every model has its answer; 4: one has none.`;

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
  const words = (what: string) => ({ program, title: program.name, subtitle: `${wanted.text} ${what}` });
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
