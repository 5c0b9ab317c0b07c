// What README and the documents show is what diptych prints: every `$ npx diptych ...` of their console blocks is run.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { capture } from './cli/capture.js';

const documents = ['README.md'];

interface Example {
  readonly document: string;
  readonly command: string;
  readonly shown: string;
}

function examplesOf(document: string): Example[] {
  const text = readFileSync(document, 'utf8');
  return [...text.matchAll(/```console\n([\s\S]*?)```/g)].flatMap(([, block]) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((part) => {
        const end = part.indexOf('\n');
        return { document, command: part.slice(0, end), shown: part.slice(end + 1) };
      }),
  );
}

/** Times differ from run to run. */
const withoutTimes = (text: string): string => text.replace(/[\d./]+ ms/g, '0 ms');

const examples = documents.flatMap(examplesOf);

describe('documents', () => {
  it('have examples', () => {
    expect(examples.length).toBeGreaterThan(2);
  });

  it.each(examples)('$document: $command', async ({ command, shown }) => {
    const [npx, diptych, ...argv] = command.replace(/ *#.*/, '').split(' ');
    expect([npx, diptych]).toEqual(['npx', 'diptych']);
    const { stdout, stderr } = await capture(...argv);
    expect(withoutTimes(stdout + stderr)).toBe(withoutTimes(shown));
  });
});
