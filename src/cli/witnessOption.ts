// `--witness FILE`: the execution that decides an answer, in a file that `diptych replay` checks.

import { type Command, Option } from 'commander';
import type { Evidence, Execution } from '../execution/execution.js';
import { type Race, sideOf } from '../execution/race.js';
import type { Program } from '../program/program.js';
import { claimText } from '../report/differences.js';
import { jsonText } from '../report/jsonText.js';
import { StateNames } from '../report/state.js';
import { present } from '../support/present.js';
import type { Claim } from '../verdict/engine.js';
import { storeWitness } from '../verdict/witnessFile.js';
import type { Answer, Attachment } from './fileCommand.js';
import { type GraphOptions, pictureFile } from './graphOption.js';
import type { AskOptions } from './options.js';
import { version } from './version.js';

export const addWitnessOption = (command: Command): Command =>
  command.addOption(
    new Option('--witness <file>', 'also write the execution that decides the answer, for diptych replay'),
  );

export interface Decisive {
  readonly claim: Claim;
  readonly shown: Evidence;
}

/** The part of an answer that the option adds. */
export function witnessPart(
  program: Program,
  options: AskOptions,
  decisive: Decisive | undefined,
): Pick<Answer, 'attachments' | 'remark'> {
  const { witness: path, unroll, spinAssume } = options;
  if (path === undefined) return {};
  if (decisive === undefined) return { remark: `no execution decides the answer: ${path} was not written\n` };
  const { claim, shown } = decisive;
  if (shown.witness === undefined)
    return { remark: `there is no machine for a model of your own: ${path} was not written\n` };
  const stored = storeWitness(program, claim, shown.witness, {
    version: version(),
    // Robustness is about the loops as they are.
    spinAssume: spinAssume && claim.kind !== 'hb-cycle',
    unroll,
    what: claimText(new StateNames(program), program, claim),
  });
  return { attachments: [{ path, text: `${jsonText(stored, 2)}\n` }] };
}

/** The picture of the execution that decides the answer, if one is asked for. */
export async function decisivePicture(
  program: Program,
  { graph, unroll }: GraphOptions,
  decisive: Decisive | undefined,
): Promise<Attachment[]> {
  if (graph === undefined || decisive === undefined) return [];
  const { claim, shown } = decisive;
  const what = claimText(new StateNames(program), program, claim);
  const model = shown.witness === undefined ? '' : ` under ${shown.witness.model}`;
  const picture = {
    program,
    evidence: shown,
    title: program.name,
    subtitle: `${what}${model}`,
    ...present({ race: claim.kind === 'race' ? racingEvents(shown.execution, claim.race) : undefined }),
  };
  return [await pictureFile(graph, picture, unroll)];
}

/** Both sides, if both are events: an allocation is none. */
function racingEvents(execution: Execution, { sides }: Race): readonly [number, number] | undefined {
  const [a, b] = sides.map((side) => sideOf(execution, side));
  return a !== undefined && b !== undefined && 'kind' in a && 'kind' in b ? [a.id, b.id] : undefined;
}
