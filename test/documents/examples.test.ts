// Documents show diptych's real output. After an intended change run `npm run documents`.

import { describe, expect, it } from 'vitest';
import { documents, examplesOf, outputOf, withoutTimes } from './examples.js';

const examples = documents.flatMap(examplesOf);

describe('documents', () => {
  it('have examples', () => {
    expect(examples.length).toBeGreaterThan(2);
  });

  it.each(examples)('$document: $command', async (example) => {
    expect(withoutTimes(await outputOf(example))).toBe(withoutTimes(example.shown));
  });
});
