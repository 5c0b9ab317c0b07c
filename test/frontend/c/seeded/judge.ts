// Bugs of the front end, judged by programs with known behaviour.

import type { Exploration, ExploreOptions } from '../../../../src/explicit/explore.js';
import type { COptions } from '../../../../src/frontend/c/index.js';
import type { Program } from '../../../../src/program/program.js';
import type { KnownProgram } from './programs.js';

/** The parts of diptych that are judged: those of a copy with a bug, perhaps. */
export interface Judged {
  parseC(text: string, file: string, options: COptions): Program;
  explore(program: Program, options: ExploreOptions): Exploration;
}

/** The behaviour of the program according to diptych, in the words of `KnownProgram`. */
export function observed({ parseC, explore }: Judged, known: KnownProgram): string {
  try {
    const { text, model = 'sc', observe, spinAssume = false } = known;
    const program = parseC(text, 'a.c', {
      readFile: () => undefined,
      unroll: 8,
      ...(observe === undefined ? {} : { observe }),
    });
    const { outcomes, findings, cutLoops, complete } = explore(program, {
      model,
      unroll: 8,
      spinAssume,
      timeLimitMs: 20_000,
    });
    if (!complete) return 'no answer';
    if (findings.length > 0) return [...new Set(findings.map(({ finding }) => finding.kind))].sort().join();
    const names = program.observed.map((o) => (o.kind === 'cell' ? o.location : o.register));
    const states = outcomes.map((values) => values.map((v, i) => `${names[i]}=${v}`).join(' ')).sort();
    return `${states.join('; ')}${cutLoops.length > 0 && !spinAssume ? ' (cut)' : ''}`;
  } catch (error) {
    return error instanceof Error ? `refused: ${error.message.split('\n')[0]}` : 'refused';
  }
}

export const expectedOf = ({ final, findings }: KnownProgram): string =>
  final !== undefined ? final.join('; ') : (findings ?? []).join();

/** The first program with which it is not as it is known to be. */
export const firstWrong = (judged: Judged, programs: readonly KnownProgram[]): string | undefined =>
  programs.find((known) => observed(judged, known) !== expectedOf(known))?.name;
