// Neovim as a client of the language server: a person's session, without the person.

import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bundled, bundle } from '../../launcher/bundled.js';

const root = join(import.meta.dirname, '..', '..', '..');
const hasNeovim = spawnSync('nvim', ['--version']).status === 0;
if (!hasNeovim) console.warn('no nvim: the language server is not tested with Neovim');

interface Seen {
  readonly missing?: string;
  readonly mistake: readonly { readonly line: number; readonly message: string }[];
  readonly findings: readonly { readonly line: number; readonly message: string }[];
  readonly action: string;
  readonly repaired: readonly { readonly line: number; readonly message: string }[];
}

describe.runIf(hasNeovim)('Neovim', () => {
  let command: Bundled;
  let folder = '';
  beforeAll(() => {
    command = bundle('neovim-test');
    folder = mkdtempSync(join(tmpdir(), 'diptych-'));
  });
  afterAll(() => {
    command.remove();
    rmSync(folder, { recursive: true, force: true, maxRetries: 30, retryDelay: 100 });
  });

  it('shows mistakes and findings at their lines, inserts fences and saves them', () => {
    const file = join(folder, 'mutex.c');
    const seenFile = join(folder, 'seen.json');
    copyFileSync(join(root, 'docs', 'examples', 'mutex.c'), file);
    execFileSync(
      'nvim',
      ['--headless', '--clean', '-c', `luafile ${join(import.meta.dirname, 'neovim.lua')}`],
      {
        env: {
          ...process.env,
          HOME: folder,
          DIPTYCH_PRACTICE: 'off',
          DIPTYCH_CODE_CACHE: 'off',
          DIPTYCH_COMMAND: JSON.stringify([process.execPath, command.launcher, 'lsp', '--stdio']),
          DIPTYCH_FILE: file,
          DIPTYCH_SEEN: seenFile,
        },
        stdio: 'ignore',
      },
    );
    const seen: Seen = JSON.parse(readFileSync(seenFile, 'utf8'));
    expect(seen.missing).toBeUndefined();
    expect(seen.mistake).toEqual([
      expect.objectContaining({ line: 8, message: expect.stringContaining('flagg1 is not declared') }),
    ]);
    const assertions = (list: Seen['findings']): number[] =>
      list.filter(({ message }) => message.startsWith('assertion')).map(({ line }) => line);
    expect(assertions(seen.findings)).toEqual([16]);
    expect(seen.action).toContain('TSO');
    expect(assertions(seen.repaired)).toEqual([]);
    const saved = readFileSync(file, 'utf8').split('\n');
    expect(saved.flatMap((line, i) => (line.includes('__sync_synchronize') ? [i + 1] : []))).toEqual([8, 16]);
  });
});
