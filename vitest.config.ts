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
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
