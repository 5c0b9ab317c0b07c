// Every export is used by another file, and the parts of one folder do not import each other in a circle.

import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

const home = join(import.meta.dirname, '..');

/** By path, with forward slashes. */
const texts = new Map(
  ['src', 'lab', 'test', 'scripts', 'benchmarks', 'site'].flatMap((folder) =>
    readdirSync(join(home, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts') && !name.includes('node_modules'))
      .map((name): [string, string] => [
        posix.join(folder, name.split(sep).join('/')),
        readFileSync(join(home, folder, name), 'utf8'),
      ]),
  ),
);

/**
 * Exports found by name, not by an import ("imports" in package.json, the bundle), or named in an inferred
 * declaration.
 */
const foundByName = [
  'lab/command.ts: measurePart',
  'lab/command.ts: tables',
  'src/cli/monitor.ts: MonitorOptions',
  'src/cli/practice.ts: lessons',
  'src/cli/practice.ts: practise',
  'src/cli/practice.ts: trials',
  'src/cli/relax.ts: RelaxOptions',
  'src/launcher/program.ts: enterThread',
  'src/launcher/compileWasm.ts: provideCompiler',
];

const declared =
  /^export (?:declare |abstract |async )*(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;
const imported = /\b(?:import|export)\s+(?:type\s+)?(\{[^}]*\}|\*(?:\s+as\s+\w+)?)\s*from\s*'([^']+)'/g;
const loaded = /\bimport\(\s*'([^']+)'\s*\)/g;

/** The file that a specifier leads to. */
function target(from: string, specifier: string): string {
  const path = specifier.startsWith('#diptych/')
    ? posix.join('src', specifier.slice('#diptych/'.length))
    : posix.join(posix.dirname(from), specifier);
  return path.replace(/\.js$/, '.ts');
}

const exportsOf = (path: string): string[] =>
  [...(texts.get(path) ?? '').matchAll(declared)].map(([, name]) => name);

function usedExports(): Set<string> {
  const used = new Set<string>();
  for (const [path, text] of texts) {
    for (const [, names, specifier] of text.matchAll(imported)) {
      const file = target(path, specifier);
      const list = names.startsWith('*')
        ? exportsOf(file)
        : names
            .slice(1, -1)
            .split(',')
            .map(
              (name) =>
                name
                  .trim()
                  .replace(/^type /, '')
                  .split(' as ')[0],
            );
      for (const name of list) used.add(`${file}: ${name}`);
    }
    for (const [, specifier] of text.matchAll(loaded))
      for (const name of exportsOf(target(path, specifier))) used.add(`${target(path, specifier)}: ${name}`);
  }
  return used;
}

const sources = [...texts.keys()].filter((path) => path.startsWith('src/') || path.startsWith('lab/'));

describe('exports', () => {
  it('are used by another file: otherwise leave the word export out', () => {
    const used = usedExports();
    const all = sources.flatMap((path) => exportsOf(path).map((name) => `${path}: ${name}`));
    expect(all.length).toBeGreaterThan(1000);
    expect(all.filter((one) => !used.has(one) && !foundByName.includes(one))).toEqual([]);
  });
});

describe('the rooms of one folder', () => {
  it('do not import each other in a circle', () => {
    // By folder: which of its sub-folders imports which.
    const arrows = new Map<string, Map<string, Set<string>>>();
    for (const path of sources)
      for (const [whole, , specifier] of (texts.get(path) ?? '').matchAll(imported)) {
        // Types do not exist at run time.
        if (!specifier.startsWith('.') || /^(?:import|export) type/.test(whole)) continue;
        const [a, b] = [path, target(path, specifier)].map((file) => posix.dirname(file).split('/'));
        const same = a.findIndex((part, i) => part !== b[i]);
        if (same < 0 || same >= b.length) continue;
        const folder = a.slice(0, same).join('/');
        const rooms = arrows.get(folder) ?? new Map<string, Set<string>>();
        rooms.set(a[same], (rooms.get(a[same]) ?? new Set()).add(b[same]));
        arrows.set(folder, rooms);
      }
    const circles: string[] = [];
    for (const [folder, rooms] of arrows)
      for (const room of rooms.keys()) {
        const reached = new Set<string>();
        const visit = (from: string): void => {
          for (const to of rooms.get(from) ?? [])
            if (!reached.has(to)) {
              reached.add(to);
              visit(to);
            }
        };
        visit(room);
        if (reached.has(room)) circles.push(`${folder}/${room}`);
      }
    expect(arrows.size).toBeGreaterThan(5);
    expect(circles).toEqual([]);
  });
});
