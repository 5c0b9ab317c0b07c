// The examples of docs/library.md run, and print what they say.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';

const home = join(import.meta.dirname, '..', '..');
const folder = join(import.meta.dirname, 'generated');
const page = readFileSync(join(home, 'docs', 'library.md'), 'utf8');

const examples = [...page.matchAll(/^## (.*)\n[\s\S]*?```ts\n([\s\S]*?)```/gm)].map(([, title, code]) => ({
  title,
  code,
  prints: [...code.matchAll(/^\/\/ => (.*)$/gm)].map(([, line]) => line),
}));

mkdirSync(folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true }));

describe('docs/library.md', () => {
  it('has examples, each with something to see', () => {
    expect(examples.length).toBeGreaterThan(7);
    expect(examples.filter(({ prints }) => prints.length === 0)).toEqual([]);
  });

  it.each(examples)('$title', async ({ title, code, prints }) => {
    const file = join(folder, `${title.replace(/\W+/g, '-')}.ts`);
    writeFileSync(file, code.replaceAll("from 'diptych'", "from '../../../src/index.js'"));
    const printed: string[] = [];
    const log = vi.spyOn(console, 'log').mockImplementation((...words: unknown[]) => {
      printed.push(words.map(String).join(' '));
    });
    try {
      await import(file);
    } finally {
      log.mockRestore();
    }
    expect(printed).toEqual(prints);
  });
});
