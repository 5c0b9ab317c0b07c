// Links between documents: the file exists, and so does the heading.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const home = join(import.meta.dirname, '../..');

const documents = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'test/documents/languageC.md',
  ...readdirSync(join(home, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
    .map((name) => `docs/${name}`),
];

const withoutCode = (text: string): string =>
  text.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, (code) => 'x'.repeat(code.length));

/** Anchors as code hosts and VitePress make them of headings. */
const anchorsOf = (text: string): string[] =>
  [...text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/^#{1,6} (.*)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s+/g, '-'),
  );

/** Links of a document that lead nowhere. */
function broken(document: string): string[] {
  const text = readFileSync(join(home, document), 'utf8');
  return [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [path, anchor] = target.split('#');
      const file = path === '' ? join(home, document) : resolve(dirname(join(home, document)), path);
      if (!existsSync(file)) return true;
      return (
        anchor !== undefined &&
        file.endsWith('.md') &&
        !anchorsOf(readFileSync(file, 'utf8')).includes(anchor)
      );
    });
}

describe('pages with a header of their own', () => {
  it.each(['docs/index.md', 'docs/playground.md'])('%s begins with it', (document) => {
    expect(readFileSync(join(home, document), 'utf8')).toMatch(/^---\nlayout: \w+\n[\s\S]*?\n---\n/);
  });
});

describe('links', () => {
  it.each(documents)('of %s lead somewhere', (document) => {
    expect(broken(document)).toEqual([]);
  });
});
