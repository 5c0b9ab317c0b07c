// Questions about C programs whose threads access shared memory with different sizes. An access that covers several
// cells is read in two ways: as an atomic section, which empties the store buffer, and as an access to each cell.
// Behaviours of the section are behaviours of the access, and those of the access are behaviours of its pieces
// (docs/adr/0007). So the first reading is right where it finds something and under SC. The second is right where it
// finds nothing.

import type { ModelName } from '../execution/execution.js';
import type { ReadOptions } from '../frontend/index.js';
import { InputError } from '../support/diagnostic.js';
import { present } from '../support/present.js';
import type { Verdict } from '../verdict/condition.js';
import type { FileRequest } from './answerFile.js';
import type { Answer } from './fileCommand.js';
import { type AskOptions, isAskOptions } from './options.js';
import { Stopped } from './runner/onThread.js';
import { status } from './status.js';

type Ask = (request: FileRequest) => Promise<Answer>;

/** Asks once more, or twice, if the program is refused for what it does with shared memory. */
export async function askDivided(request: FileRequest, ask: Ask): Promise<Answer> {
  const start = performance.now();
  const { command, options } = request;
  try {
    return await ask(request);
  } catch (error) {
    const isRefused = error instanceof InputError && error.diagnostic.code === 'c-mixed-size';
    if (!isRefused || !isAskOptions(options)) throw error;
    const askWith = (indivisible: ReadOptions['indivisible']): Promise<Answer> => {
      const spent = (performance.now() - start) / 1000;
      const timeout = options.timeout === undefined ? undefined : Math.max(options.timeout - spent, 0.05);
      return ask({ ...request, options: { ...options, ...present({ indivisible, timeout }) } });
    };
    // a plain access is in order, or it is a race
    if (command === 'races') return askWith('atomic');
    const answer = command === 'check' && isPlain(options) ? await checked(options, askWith) : undefined;
    if (answer === undefined) throw error;
    return answer;
  }
}

/** Whether nothing but the three models and the verdicts count. */
const isPlain = ({ cat, races, plainRaces, format }: AskOptions): boolean =>
  cat === undefined && races !== true && plainRaces !== true && format !== 'herd';

/** Undefined if the two readings leave it open. */
async function checked(
  { model: models }: AskOptions,
  askWith: (indivisible: ReadOptions['indivisible']) => Promise<Answer>,
): Promise<Answer | undefined> {
  if (models.every((model) => model === 'sc')) return askWith('all');
  const inPieces = await askWith('none');
  const isClean = inPieces.answers?.every(({ findings }) => findings.length === 0) === true;
  if (inPieces.status === status.disagreement || (inPieces.status === status.holds && isClean))
    return inPieces;
  const inSections = await askWith('all');
  const said = (model: ModelName): Verdict | undefined => inSections.verdicts?.get(model);
  const isCertain = (model: ModelName): boolean =>
    model === 'sc' || said(model) === 'violated' || inPieces.verdicts?.get(model) === 'holds';
  if (models.every(isCertain) || inSections.status === status.disagreement) return inSections;
  if (inPieces.status === status.noAnswer) return inPieces;
  if (inSections.outOfTime !== true) return undefined;
  // With more time there may be an answer: the program is not refused.
  if (models.every((model) => isCertain(model) || said(model) === 'unknown')) return inSections;
  throw new Stopped({ kind: 'time' });
}
