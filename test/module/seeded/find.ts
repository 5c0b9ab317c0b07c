// Bugs that are put into a pass on purpose, and the judges that notice each. Both readers of C and both engines use the passes, so that no
// comparison among them can show such a bug.

import fc from 'fast-check';
import type { ReadC } from '../../../lab/judge/readers.js';
import { compiledValues, judgeSequential } from '../../../lab/judge/sequentialJudge.js';
import { allFeatures } from '../../../src/generate/c/features.js';
import { sequentialProgram } from '../../../src/generate/c/sequential.js';
import { loadChanged } from '../../changedSources.js';
import { type FrontEndBug, frontEndBugs, withBug } from '../../frontend/c/seeded/bugs.js';
import { foundBy } from '../../frontend/c/seeded/find.js';
import { asProgram, asSettled, type Compared, type JudgedPasses } from '../keeps.js';
import { randomModule } from '../randomModule.js';

export const passBugs: readonly FrontEndBug[] = frontEndBugs.filter(({ file }) =>
  file.startsWith('module/passes/'),
);

/** How a judge noticed a bug; undefined if it did not. */
export interface Noticed {
  /** The number of the random module. */
  readonly interpreter?: string;
  readonly knownProgram?: string;
  /** The number of the random C program. */
  readonly gcc?: string;
}

const judgedParts = `
  export { parseModule } from './src/module/parse.js';
  export { programOfModule } from './src/module/passes/index.js';
  export { settle } from './src/module/passes/settle/index.js';
  export { explore } from './src/explicit/explore.js';
  export { parseC } from './src/frontend/c/index.js';`;

type Copy = JudgedPasses & { parseC: ReadC };

export const withPassBug = (bug: FrontEndBug | undefined): Promise<Copy> =>
  loadChanged<Copy>(judgedParts, (file, code) =>
    bug !== undefined && file === `src/${bug.file}` ? withBug(bug, code) : undefined,
  );

/** Random modules for the interpreter, and random programs for gcc. */
export const counts = { modules: 400, programs: 100 } as const;
const modules = (): string[] => fc.sample(randomModule, { seed: 7, numRuns: counts.modules });

const differs = (compare: () => Compared): boolean => {
  try {
    const [before, after] = compare() ?? [];
    return before?.join('\n') !== after?.join('\n');
  } catch {
    // A pass that fails on a module is noticed too.
    return true;
  }
};

const isNoticed = (copy: JudgedPasses, text: string): boolean =>
  differs(() => asSettled(copy, text)) || differs(() => asProgram(copy, text));

/** The number of the first random module that does something else once it went through the passes. */
export function noticedByInterpreter(copy: JudgedPasses): string | undefined {
  const found = modules().findIndex((text) => isNoticed(copy, text));
  return found < 0 ? undefined : `module ${found}`;
}

/** Whether the module of that name does something else. */
export const isNoticedAt = (copy: JudgedPasses, module: string): boolean =>
  modules().some((text, i) => `module ${i}` === module && isNoticed(copy, text));

/** The number of the first random C program that computes something else than gcc's. */
export async function noticedByGcc(copy: Copy): Promise<string | undefined> {
  const programs = Array.from({ length: counts.programs }, (_, seed) =>
    sequentialProgram(seed, { features: new Set(allFeatures), size: 6 }),
  );
  const expected = await compiledValues(programs);
  const found = programs.findIndex(
    (program, i) => judgeSequential(program, expected[i], undefined, copy.parseC).kind === 'differs',
  );
  return found < 0 ? undefined : `program ${found}`;
}

export async function noticedBy(bug: FrontEndBug): Promise<Noticed> {
  const copy = await withPassBug(bug);
  const [interpreter, knownProgram, gcc] = [
    noticedByInterpreter(copy),
    await foundBy(bug),
    await noticedByGcc(copy),
  ];
  return {
    ...(interpreter === undefined ? {} : { interpreter }),
    ...(knownProgram === undefined ? {} : { knownProgram }),
    ...(gcc === undefined ? {} : { gcc }),
  };
}
