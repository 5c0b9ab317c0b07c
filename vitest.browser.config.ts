import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Each file has a browser of its own: one after the other.
  test: {
    include: ['test/browser/**/*.test.ts'],
    // On a machine that is busy with other things a browser may take ten times as long.
    testTimeout: 400_000,
    hookTimeout: 400_000,
    fileParallelism: false,
    // Once in some hundred runs a browser loses a click. A test that needs its second attempt is named, and says what the page showed.
    retry: 1,
    // The page answers from workers: an expectation about it waits until it holds.
    expect: { poll: { timeout: 60_000, interval: 50 } },
  },
});
