// Documents show diptych's real output. After an intended change run `npm run make documents`.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commandsPage } from '../../scripts/commandsPage.js';
import { documents, examplesOf, outputOf, withoutTimes } from './examples.js';

const examples = documents.flatMap(examplesOf);

describe('documents', () => {
  it('have examples', () => {
    expect(examples.length).toBeGreaterThan(2);
  });

  it('have the help of every command', async () => {
    expect(readFileSync('docs/commands.md', 'utf8')).toBe(await commandsPage());
  });

  it.each(examples)('$document: $command', async (example) => {
    expect(withoutTimes(await outputOf(example))).toBe(withoutTimes(example.shown));
  });
});
