// `diptych relax --witness FOLDER`: one execution for each confirmed cycle, and for each bug it causes, in files that
// `diptych replay` checks; and a picture of one. There are no files for PSLO, for which there are no axioms to check by.

import type { RelaxVerdict } from '../relax/relax.js';
import { type CycleRun, witnessOf } from '../relax/trials.js';
import { claimText } from '../report/differences.js';
import { jsonText } from '../report/jsonText.js';
import { StateNames } from '../report/state.js';
import type { Claim } from '../verdict/engine.js';
import { storeWitness } from '../verdict/witnessFile.js';
import type { Attachment } from './fileCommand.js';
import { type GraphOptions, pictureFile } from './graphOption.js';
import { version } from './version.js';

interface RelaxWitness {
  readonly model: 'tso' | 'pso';
  /** Position of the cycle in `RelaxVerdict.predicted`. */
  readonly cycle: number;
  readonly path: string;
  readonly text: string;
}

/** Paths begin with `stem`, followed by the model and the number of the cycle as the report shows it. */
export function relaxWitnesses(verdict: RelaxVerdict, unroll: number, stem: string): RelaxWitness[] {
  const { program, predicted, models } = verdict;
  const names = new StateNames(program);
  return models.flatMap(({ model, cycles }) => {
    if (model === 'pslo') return [];
    const store = (claim: Claim, { ran }: CycleRun): string =>
      `${jsonText(
        storeWitness(program, claim, witnessOf(model, ran), {
          version: version(),
          spinAssume: false,
          unroll,
          what: claimText(names, program, claim),
        }),
        2,
      )}\n`;
    return cycles.flatMap(({ cycle, run, bugs }): RelaxWitness[] => {
      if (run === undefined) return [];
      const number = predicted.indexOf(cycle);
      const [bug] = bugs;
      const text =
        bug === undefined
          ? store({ kind: 'hb-cycle' }, run)
          : store({ kind: 'finding', finding: bug.finding }, bug.run);
      return [{ model, cycle: number, path: `${stem}-${model}-${number + 1}.json`, text }];
    });
  });
}

/** The first cycle that was created, one that causes an error before others. */
export async function relaxPicture(
  { program, models }: RelaxVerdict,
  { graph, unroll }: GraphOptions,
): Promise<Attachment[]> {
  if (graph === undefined) return [];
  const created = models.flatMap(({ model, cycles }) =>
    cycles.flatMap(({ run, bugs: [bug] }) => (run === undefined ? [] : [{ model, run, bug }])),
  );
  const shown = created.find(({ bug }) => bug !== undefined) ?? created.at(0);
  if (shown === undefined) return [];
  const { model, bug, run } = shown;
  const { ran } = bug?.run ?? run;
  const claim: Claim = bug === undefined ? { kind: 'hb-cycle' } : { kind: 'finding', finding: bug.finding };
  const picture = {
    program,
    evidence: {
      execution: ran.execution,
      ...(model === 'pslo' ? {} : { witness: witnessOf(model, ran) }),
    },
    title: program.name,
    subtitle: `${claimText(new StateNames(program), program, claim)} under ${model}`,
  };
  return [await pictureFile(graph, picture, unroll)];
}
