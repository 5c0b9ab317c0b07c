// Random programs are few in `npm test`. `npm run test:suites` runs these files again with all of them (vitest.config.ts).

export const inSuites = process.env.DIPTYCH_SUITES !== undefined;

/** Of `all` programs one part, or every one in the suites. */
export const everyday = (all: number, parts = 3): number => (inSuites ? all : Math.ceil(all / parts));

/** Of a list each third, or everything in the suites. */
export const everydayOf = <T>(all: readonly T[], parts = 3): readonly T[] =>
  inSuites ? all : all.filter((_, i) => i % parts === 0);
