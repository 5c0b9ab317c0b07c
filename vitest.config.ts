import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // The laboratory names the library (`#diptych/...`, "imports" in package.json): in tests that is its sources.
  ssr: { resolve: { conditions: ['diptych-source', ...defaultServerConditions] } },
  test: {
    include: ['test/**/*.test.ts'],
    // npm run test:browser
    exclude: ['test/browser/**'],
    setupFiles: ['test/setup.ts'],
    // One per core: the tests of one file are quick, and there are many files.
    maxWorkers: '100%',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
