// The string literals of sources, for tests of what the sources may say.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

const home = fileURLToPath(new URL('..', import.meta.url));

export interface Text {
  /** From the home of the project. */
  readonly path: string;
  readonly line: number;
  /** Values that are put into a template are `X`; of a regular expression, its pattern. */
  readonly text: string;
}

const sourcesIn = (folder: string): readonly string[] =>
  readdirSync(join(home, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => join(folder, name));

interface Node {
  readonly type?: string;
  readonly start?: number;
  readonly value?: unknown;
  readonly regex?: { readonly pattern: string };
  readonly quasis?: readonly { readonly value: { readonly cooked: string | null } }[];
}

function textOf({ type, value, regex, quasis }: Node): string | undefined {
  if (type === 'TemplateLiteral') return quasis?.map((quasi) => quasi.value.cooked).join('X');
  if (type !== 'Literal') return undefined;
  return regex?.pattern ?? (typeof value === 'string' ? value : undefined);
}

/** The literals of all sources in the folder. */
export const textsIn = (folder: string): readonly Text[] =>
  sourcesIn(folder).flatMap((path) => {
    const source = readFileSync(join(home, path), 'utf8');
    const found: Text[] = [];
    const visit = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      const text = textOf(node);
      if (text !== undefined)
        found.push({ path, line: source.slice(0, (node as Node).start).split('\n').length, text });
      for (const part of Object.values(node)) visit(part);
    };
    visit(parseSync(path, source).program);
    return found;
  });
