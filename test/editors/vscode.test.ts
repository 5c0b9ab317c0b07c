// The extension for Visual Studio Code: its manifest, its grammars, and the file that vsce makes of it.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { Ajv } from 'ajv';
import { afterAll, describe, expect, it } from 'vitest';
import { settingsOf } from '../../src/cli/lsp/settings.js';
import { readConfig } from '../../src/cli/project/config.js';

const home = join(import.meta.dirname, '..', '..');
const extension = join(home, 'editors', 'vscode');
const read = (...path: string[]): string => readFileSync(join(extension, ...path), 'utf8');
const manifest = JSON.parse(read('package.json'));
const folder = mkdtempSync(join(tmpdir(), 'diptych-vscode-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const vsce = join(extension, 'node_modules', '.bin', 'vsce');
if (!existsSync(vsce)) console.warn('no vsce (npm --prefix editors/vscode ci): the extension is not packed');

describe('the manifest', () => {
  const properties: Record<string, { default?: unknown }> = manifest.contributes.configuration.properties;

  it('has the settings of the server, with its defaults, and the command', () => {
    const given = {
      models: ['tso'],
      unroll: 3,
      timeout: 7,
      commandTimeout: 8,
      include: ['a'],
      define: ['B'],
      checkOnSave: false,
    };
    expect(settingsOf(given)).toEqual(given);
    expect(Object.keys(properties).sort()).toEqual(
      [...Object.keys(given), 'command'].map((name) => `diptych.${name}`).sort(),
    );
    const stated = Object.entries(properties).flatMap(([name, { default: value }]) =>
      value === undefined || name === 'diptych.command' ? [] : [[name.replace('diptych.', ''), value]],
    );
    expect(settingsOf({})).toEqual(Object.fromEntries(stated));
  });

  it('names files that are there, and versions that are exact', () => {
    const { languages, grammars, jsonValidation } = manifest.contributes;
    const paths: string[] = [
      ...languages.map(({ configuration }: { configuration: string }) => configuration),
      ...grammars.map(({ path }: { path: string }) => path),
      ...jsonValidation.map(({ url }: { url: string }) => url),
    ];
    expect(paths.filter((path) => !existsSync(join(extension, path)))).toEqual([]);
    for (const version of Object.values(manifest.devDependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    // Versions of extensions have no suffix.
    const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    expect(manifest.version).toBe(version.replace(/-.*/, ''));
  });

  it('is locked with a hash of every package', () => {
    const { packages } = JSON.parse(read('package-lock.json'));
    const bare = Object.entries<{ integrity?: string }>(packages).filter(
      ([path, { integrity }]) => path !== '' && integrity === undefined,
    );
    expect(bare).toEqual([]);
  });
});

interface Pattern {
  readonly name?: string;
  readonly match?: string;
  readonly begin?: string;
  readonly end?: string;
}

describe('the grammars', () => {
  const scopeOf = (grammar: string, line: string, word: string): string[] => {
    const { patterns }: { patterns: Pattern[] } = JSON.parse(read('syntaxes', grammar));
    return patterns.flatMap(({ name, match }) => {
      if (name === undefined || match === undefined) return [];
      // Oniguruma's inline flag.
      const flags = match.includes('(?i:') ? 'gi' : 'g';
      const found = [...line.matchAll(new RegExp(match.replaceAll('(?i:', '(?:'), flags))];
      return found.some(([text]) => text === word) ? [name] : [];
    });
  };

  it('know the words of litmus tests', () => {
    expect(scopeOf('litmus.tmLanguage.json', ' MOV EAX,[y] | MFENCE ;', 'MFENCE')).toEqual([
      'keyword.mnemonic.litmus',
    ]);
    expect(scopeOf('litmus.tmLanguage.json', ' MOV EAX,[y] |', 'EAX')).toEqual([
      'variable.language.register.litmus',
    ]);
    expect(scopeOf('litmus.tmLanguage.json', 'exists (0:EAX=0)', 'exists')).toEqual([
      'keyword.control.litmus',
    ]);
  });

  it('know the words of cat', () => {
    expect(scopeOf('cat.tmLanguage.json', 'acyclic po-loc | rf', 'acyclic')).toEqual(['keyword.control.cat']);
    expect(scopeOf('cat.tmLanguage.json', 'acyclic ppo | rfe', 'rfe')).toEqual(['support.constant.cat']);
  });
});

describe('the schema of diptych.json', () => {
  const valid = new Ajv({ strict: false }).compile(JSON.parse(read('diptych.schema.json')));
  const accepted = (value: object): boolean => {
    const path = join(folder, 'diptych.json');
    writeFileSync(path, JSON.stringify(value));
    try {
      readConfig(path);
      return true;
    } catch {
      return false;
    }
  };

  it('accepts what the page on it shows', () => {
    const page = readFileSync(join(home, 'docs', 'ci.md'), 'utf8');
    const [, text] = /```json\n([\s\S]*?)```/.exec(page) ?? [];
    const shown = JSON.parse(text ?? '');
    expect([valid(shown), accepted(shown)]).toEqual([true, true]);
  });

  it.each([
    { models: ['arm'] },
    { models: [] },
    { unroll: -1 },
    { unroll: 1.5 },
    { timeout: 0 },
    { memory: 0 },
    { files: 'a.c' },
    { other: 1 },
    { expect: { 'a.c': { check: 'fine' } } },
    { expect: { 'a.c': { check: { arm: 'holds' } } } },
    { expect: { 'a.c': { robust: 'yes' } } },
    { expect: { 'a.c': { states: -1 } } },
    { expect: { 'a.c': { races: true } } },
    { expect: { 'a.c': { other: 1 } } },
  ])('refuses what diptych refuses: %j', (value) => {
    expect([valid(value), accepted(value)]).toEqual([false, false]);
  });
});

/** The files of a zip archive, by the directory at its end. */
function unzipped(bytes: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  const end = bytes.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)];
    const [name, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const packed = bytes.subarray(start, start + size);
    files.set(
      bytes.toString('utf8', at + 46, at + 46 + name),
      (method === 0 ? packed : inflateRawSync(packed)).toString('utf8'),
    );
    at += 46 + name + extra + comment;
  }
  return files;
}

describe.runIf(existsSync(vsce))('the packed extension', () => {
  it('has its manifest, its scripts, and nothing else', () => {
    const file = join(folder, 'diptych.vsix');
    execFileSync(
      process.execPath,
      [vsce, 'package', '--no-dependencies', '--allow-missing-repository', '--out', file],
      {
        cwd: extension,
        stdio: 'ignore',
      },
    );
    const files = unzipped(readFileSync(file));
    expect([...files.keys()].sort()).toEqual([
      '[Content_Types].xml',
      'extension.vsixmanifest',
      'extension/LICENSE.txt',
      'extension/diptych.schema.json',
      'extension/language-configuration/cat.json',
      'extension/language-configuration/litmus.json',
      'extension/out/extension.cjs',
      'extension/out/view.css',
      'extension/out/view.js',
      'extension/package.json',
      'extension/readme.md',
      'extension/syntaxes/cat.tmLanguage.json',
      'extension/syntaxes/litmus.tmLanguage.json',
    ]);
    expect(JSON.parse(files.get('extension/package.json') ?? '').contributes).toEqual(manifest.contributes);
    expect(files.get('extension.vsixmanifest')).toContain(
      `Id="diptych" Version="${manifest.version}" Publisher="diptych"`,
    );
    expect(files.get('extension/out/extension.cjs')).toContain('diptych/execution');
    expect(readdirSync(folder)).toContain('diptych.vsix');
  });
});
