// Which tests execute a line of a source: what V8 counts in the bundle, read through the bundle's source map.

import { SourceMap } from 'node:module';
import { resolve } from 'node:path';
import { type Bundle, root } from './bundle.js';
import type { Mutant } from './mutate.js';
import type { TestReport } from './tests.js';

export interface Lines {
  /** Offsets in the bundle, ascending. */
  readonly points: readonly number[];
  /** By `FILE:LINE`, the indices of its points. */
  readonly lines: ReadonlyMap<string, readonly number[]>;
}

/** Where the lines of these sources are in the bundle: a point for each word. */
export async function linesOf(bundle: Bundle, files: readonly string[]): Promise<Lines> {
  const { code, map } = await bundle.unchanged();
  const found = new SourceMap(JSON.parse(map));
  const points: number[] = [];
  const lines = new Map<string, number[]>();
  let offset = 0;
  let inside: string | undefined;
  for (const [row, text] of code.split('\n').entries()) {
    // The bundler names the source before what it has made of it.
    const opened = /^\/\/ ([\w./:-]+)$/.exec(text)?.[1];
    if (opened !== undefined) inside = files.includes(opened) ? opened : undefined;
    else if (inside !== undefined)
      for (const word of text.matchAll(/[\w.#]+|[^\w.#\s]+/g)) {
        const entry = found.findEntry(row, word.index);
        if (!('originalLine' in entry) || resolve(bundle.folder, entry.originalSource) !== `${root}${inside}`)
          continue;
        const line = `${inside}:${entry.originalLine + 1}`;
        lines.set(line, [...(lines.get(line) ?? []), points.length]);
        points.push(offset + word.index);
      }
    offset += text.length + 1;
  }
  return { points, lines };
}

/** V8 does not count what fields of a class begin with. */
const field = /^\s+(?:private |readonly |static )*#?\w+(?:: [^=]+)? = /;

/**
 * The tests that may execute the line of the change. V8 does not count calls of functions that it has inlined. So once a test has
 * executed the line, every test that executes something of the file counts.
 */
export function reachedBy(
  reports: readonly TestReport[],
  lines: Lines['lines'],
  { file, line }: Mutant,
  old: string,
): number[] {
  const own = new Set(lines.get(`${file}:${line}`));
  const isExecuted = reports.some(({ reached }) => reached?.some((point) => own.has(point)));
  if (own.size > 0 && !isExecuted && !field.test(old)) return [];
  const ofFile = new Set([...lines].flatMap(([key, points]) => (key.startsWith(`${file}:`) ? points : [])));
  return reports.filter(({ reached }) => reached?.some((point) => ofFile.has(point))).map(({ test }) => test);
}
