// The line that says why there is no answer where no execution reaches its end.

import { reasonOfCut } from '../program/cut.js';
import { yieldsToUnroll } from '../program/cutReason.js';
import type { Program } from '../program/program.js';
import type { ModelAnswer } from '../verdict/answer.js';
import type { Stopped } from '../verdict/unfinished.js';
import { placeText } from './places.js';
import type { Style } from './style.js';

interface Result {
  readonly answer: ModelAnswer;
  readonly unfinished?: readonly Stopped[];
}

/** Nothing that comes after these places was looked at. */
export function unfinishedLines(
  program: Program,
  results: readonly Result[],
  unroll: number,
  style: Style,
): string[] {
  const models = new Map<string, string[]>();
  for (const { answer, unfinished } of results) {
    if (unfinished === undefined) continue;
    const places = [...new Set(unfinished.map(({ thread, at }) => placeText(program, thread, at)))];
    const byBound = answer.cutLoops.some((loop) => yieldsToUnroll(reasonOfCut(program, loop)));
    const end = `no execution reaches its end${byBound ? ` with --unroll ${unroll}` : ''}`;
    const beyond = places.length === 0 ? '' : `, nothing was checked beyond ${places.join(', ')}`;
    const where = `${end}${beyond}${byBound ? ': a larger --unroll may reach it' : ''}`;
    models.set(where, [...(models.get(where) ?? []), answer.model]);
  }
  return [...models].map(
    ([where, names]) => `${style.yellow('no answer')} under ${names.join(', ')}: ${where}`,
  );
}
