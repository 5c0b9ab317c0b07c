// The rules of docs/ARCHITECTURE.md that a machine can check.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const home = join(dirname(fileURLToPath(import.meta.url)), '..');
const src = join(home, 'src');
const lab = join(home, 'lab');

interface Source {
  /** Relative to src, with forward slashes. */
  readonly path: string;
  /** The first part of the path; '' for src/index.ts. */
  readonly folder: string;
  readonly text: string;
  readonly imports: readonly string[];
}

/** Which folders of src each folder may import, beside itself. Arrows point one way: the table is in layers. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  launcher: ['support'],
  support: [],
  program: ['support'],
  module: ['program', 'support'],
  execution: ['program', 'support'],
  cat: ['execution', 'program', 'support'],
  frontend: ['module', 'execution', 'program', 'support'],
  generate: ['execution', 'program', 'support'],
  races: ['execution', 'program', 'support'],
  symbolic: ['cat', 'execution', 'program', 'launcher', 'support'],
  explicit: ['cat', 'execution', 'program', 'support'],
  verdict: ['symbolic', 'explicit', 'races', 'cat', 'execution', 'program', 'support'],
  repair: ['verdict', 'symbolic', 'explicit', 'cat', 'execution', 'program', 'support'],
  relax: ['verdict', 'explicit', 'cat', 'execution', 'program', 'support'],
  native: ['verdict', 'frontend', 'execution', 'program', 'support'],
  record: ['verdict', 'frontend', 'execution', 'program', 'support'],
  campaign: ['verdict', 'relax', 'generate', 'explicit', 'execution', 'program', 'support'],
  report: [
    'campaign',
    'native',
    'record',
    'races',
    'verdict',
    'repair',
    'relax',
    'symbolic',
    'explicit',
    'cat',
    'execution',
    'program',
    'support',
  ],
  cli: [
    'campaign',
    'native',
    'record',
    'report',
    'repair',
    'relax',
    'verdict',
    'generate',
    'frontend',
    'cat',
    'execution',
    'program',
    'launcher',
    'support',
  ],
};

const importPattern = /\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g;
/** Of modules that are loaded with this one. */
const valueImportPattern = /^(?:import|export) (?!type\b)[^;]*?from '(\.[^']+)'/gm;

function readSources(root: string): Source[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.peggy.d.ts'))
    .map((name) => {
      const text = readFileSync(join(root, name), 'utf8');
      const path = name.split(sep).join('/');
      return {
        path,
        folder: path.includes('/') ? path.slice(0, path.indexOf('/')) : '',
        text,
        imports: [...text.matchAll(importPattern)].map((match) => match[1]),
      };
    });
}

/** The folder of src that a relative import leads to. */
const targetOf = (source: Source, specifier: string): string =>
  posix.join(posix.dirname(source.path), specifier).split('/')[0];

const sources = readSources(src);
const laboratory = readSources(lab);
const offenders = (offends: (source: Source) => boolean, among = sources): string[] =>
  among.filter(offends).map((source) => source.path);
const everywhere = [...sources, ...laboratory];

describe('imports', () => {
  it('are seen by this test', () => {
    expect(sources.flatMap((source) => source.imports).length).toBeGreaterThan(20);
  });

  it('point from questions to engines to vocabulary to programs, never back', () => {
    const wrong: string[] = [];
    for (const source of sources) {
      const allowed = mayImport[source.folder];
      if (source.folder !== '' && allowed === undefined)
        wrong.push(`${source.path}: a folder without a rule`);
      for (const specifier of source.imports.filter((name) => name.startsWith('.'))) {
        const target = targetOf(source, specifier);
        const fine =
          source.folder === '' ? target !== 'cli' : target === source.folder || allowed?.includes(target);
        if (fine !== true) wrong.push(`${source.path} imports ${specifier}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('leave the laboratory out: it names the library, the library does not name it', () => {
    const named = (s: Source): readonly string[] => s.imports.filter((name) => name.startsWith('#'));
    expect(offenders((s) => named(s).length > 0)).toEqual([]);
    const ways = laboratory.flatMap((s) =>
      s.imports.filter((name) => name.startsWith('.')).map((name) => posix.join(posix.dirname(s.path), name)),
    );
    expect(ways.filter((path) => path.startsWith('..'))).toEqual([]);
    expect(laboratory.some((s) => named(s).some((name) => name.startsWith('#diptych/')))).toBe(true);
  });

  it('of the command load what reads C on demand', () => {
    const byPath = new Map(sources.map((source) => [source.path, source]));
    const loaded = new Set(['cli/answerFile.ts']);
    for (const path of loaded)
      for (const [, name] of byPath.get(path)?.text.matchAll(valueImportPattern) ?? [])
        loaded.add(posix.join(posix.dirname(path), name).replace(/\.js$/, '.ts'));
    expect(loaded).toContain('support/present.ts');
    expect([...loaded].filter((path) => path.startsWith('frontend/c/'))).toEqual([
      'frontend/c/anyValuesMacro.ts',
    ]);
  });

  it('name z3-solver in src/symbolic/z3 only', () => {
    expect(
      offenders(
        (s) =>
          s.imports.some((name) => name.startsWith('z3-solver')) &&
          !/^symbolic\/z3(\.|\/|[A-Z])/.test(s.path),
      ),
    ).toEqual([]);
  });
});

describe('sources', () => {
  it('write to the terminal in cli and report only', () => {
    const writes = /\bconsole\.\w|\bprocess\.std(?:out|err)\b/;
    expect(
      offenders((s) => !['cli', 'report', 'launcher'].includes(s.folder) && writes.test(s.text)),
    ).toEqual([]);
  });

  it('end the process in the command line only', () => {
    expect(
      offenders((s) => !['cli', 'launcher'].includes(s.folder) && /\bprocess\.exit/.test(s.text)),
    ).toEqual([]);
  });

  it('do not silence the compiler or the linter', () => {
    expect(
      offenders((s) => /biome-ignore|@ts-(?:ignore|expect-error|nocheck)/.test(s.text), everywhere),
    ).toEqual([]);
  });

  it('say in a header what they are for', () => {
    expect(offenders((s) => !/^(?:#!.*\n)?(?:\/\/|\/\*)/.test(s.text), everywhere)).toEqual([]);
  });

  it('hold at most 400 lines', () => {
    expect(offenders((s) => s.text.split('\n').length > 401, everywhere)).toEqual([]);
  });
});
