import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** They take longest: whoever begins with them does not wait for one of them at the end. */
const longest = [
  'papers/verdicts',
  'corpus/symbolic',
  'crosscheck/seededBugs',
  'launcher/launcher',
  'cli/lsp/lsp',
  'cli/main',
  'frontend/c/meaning/pthreads',
  'record/record',
  'explicit/dpor/traces',
  'frontend/edit/c',
  'repair/repair',
  'symbolic/agreement',
  'verdict/robust',
];

/** Whole collections, campaigns, compiled programs, the built command, and the bugs that are put in on purpose: npm run test:suites. */
const suites = [
  'test/papers/verdicts.test.ts',
  'test/papers/nidhuggIr.test.ts',
  'test/corpus/**/*.test.ts',
  'test/cat/machines.test.ts',
  'test/crosscheck/seededBugs.test.ts',
  'test/races/seeded.test.ts',
  'test/frontend/c/seeded/seeded.test.ts',
  'test/frontend/readers/seeded.test.ts',
  'test/frontend/c/meaning/pthreads.test.ts',
  'test/frontend/c/fuzz.test.ts',
  'test/frontend/litmus/fuzz.test.ts',
  'test/generate/shrink.test.ts',
  'test/native/processor.test.ts',
  'test/record/record.test.ts',
  'test/record/leftBehind.test.ts',
  'test/relax/forced.test.ts',
  'test/lab/judge.test.ts',
  'test/lab/recordedPairs.test.ts',
  'test/campaign/campaign.test.ts',
  'test/model/current.test.ts',
  'test/frontend/compile/programs.test.ts',
  'test/frontend/compile/standardLibrary.test.ts',
  'test/campaign/liars.test.ts',
  'test/launcher/launcher.test.ts',
  'test/action.test.ts',
];

/** Random programs and whole collections, of which `npm test` takes a part and the suites all (test/counts.ts). */
const larger = [
  'papers/printed',
  'symbolic/agreement',
  'symbolic/cat',
  'explicit/dpor/traces',
  'explicit/anyWay',
  'explicit/monitors/agreement',
  'verdict/robust',
  'verdict/crosscheck/searches',
  'verdict/crosscheck/crosscheck',
  'program/printer',
  'program/fewerInterruptions',
  'generate/random',
  'module/seeded/seeded',
  'module/passes/keeps',
  'module/passes/points/touched',
  'module/passes/program/ranges',
  'frontend/edit/c',
  'frontend/c/meaning/copies',
  'frontend/c/meaning/signals',
  'frontend/c/meaning/interrupts',
  'frontend/c/meaning/gracePeriods',
].map((name) => `test/${name}.test.ts`);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = longest.findIndex((name) => moduleId.endsWith(`${name}.test.ts`));
      return found < 0 ? longest.length : found;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

/** They put modules in the place of others, which must not be there for other files, or look at the memory of the process. */
const apart = [
  'test/cli/disagreement.test.ts',
  'test/cli/crosscheck/conflict.test.ts',
  'test/cli/supervisor.test.ts',
];

/** Code is loaded and compiled once per worker, not once per file: a third less CPU time. */
const inOneWorker = {
  isolate: false,
  // What is tested is loaded by Node itself: the engines take two or three times as long in modules that Vitest has changed.
  execArgv: ['--enable-source-maps', '--import', new URL('./test/sources.mjs', import.meta.url).href],
  server: { deps: { external: [/\/src\/.*\.ts$/, /\/test\/reference\/\w+\.ts$/] } },
};

export default defineConfig({
  // The laboratory names the library (`#diptych/...`, "imports" in package.json): in tests that is its sources.
  ssr: { resolve: { conditions: ['diptych-source', ...defaultServerConditions] } },
  test: {
    setupFiles: ['test/setup.ts'],
    // One per core: the tests of one file are quick, and there are many files.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    // A test that hangs ends; on a machine that is busy with other things a test may take ten times as long.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts'],
          // npm run test:browser
          exclude: ['test/browser/**', ...apart, ...suites],
          ...inOneWorker,
        },
      },
      {
        extends: true,
        test: {
          name: 'suites',
          include: [...suites, ...larger],
          env: { DIPTYCH_SUITES: '1' },
          ...inOneWorker,
        },
      },
      { extends: true, test: { name: 'apart', include: apart } },
    ],
  },
});
