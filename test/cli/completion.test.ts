import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { capture } from './capture.js';

const scriptFor = async (shell: string): Promise<string> => (await capture('completion', shell)).stdout;

/** The offers of the script for bash for the last word. */
function offered(script: string, words: readonly string[]): string[] {
  const list = words.map((word) => `'${word}'`).join(' ');
  const { stdout } = spawnSync(
    'bash',
    [
      '-c',
      `${script}\nCOMP_WORDS=(${list}) COMP_CWORD=${words.length - 1}; _diptych; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ],
    { encoding: 'utf8' },
  );
  return stdout.split('\n').filter((line) => line !== '');
}

describe('completion', () => {
  it.skipIf(spawnSync('bash', ['--version']).status !== 0)('in bash', async () => {
    const script = await scriptFor('bash');
    expect(offered(script, ['diptych', 'outc'])).toEqual(['outcomes']);
    expect(offered(script, ['diptych', 'check', '--mod'])).toEqual(['--model']);
    expect(offered(script, ['diptych', 'check', '--engine', ''])).toEqual(['both', 'symbolic', 'explicit']);
    expect(offered(script, ['diptych', 'completion', ''])).toEqual(['bash', 'zsh', 'fish']);
    expect(offered(script, ['diptych', 'help', 'rob'])).toEqual(['robust']);
    expect(offered(script, ['diptych', 'check', 'benchmarks/litmus/SB.lit'])).toEqual([
      'benchmarks/litmus/SB.litmus',
    ]);
  });

  it('knows every command in every shell', async () => {
    const commands = (await capture('help', '--all')).stdout.matchAll(/^ {2}([a-z]\S*)/gm);
    const names = [...commands].map(([, name]) => name).filter((name) => name !== 'help');
    expect(names).toContain('crosscheck');
    for (const shell of ['bash', 'zsh', 'fish']) {
      const script = await scriptFor(shell);
      for (const name of names) expect(script).toContain(name);
    }
  });
});
