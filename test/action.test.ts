// action.yml and .pre-commit-hooks.yaml: their shell commands are taken out of the files and run as they are written.

import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bundled, bundle } from './launcher/bundled.js';

const home = join(import.meta.dirname, '..');
const read = (...path: string[]): string => readFileSync(join(home, ...path), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'diptych-action-'));
let command: Bundled;
beforeAll(() => {
  command = bundle('action-test');
});
afterAll(() => {
  command.remove();
  rmSync(folder, { recursive: true, force: true, maxRetries: 30, retryDelay: 100 });
});

interface Step {
  readonly name: string;
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env: ReadonlyMap<string, string>;
}

/** The part of YAML that action.yml is written in: `key: value`, blocks by indentation, and literal texts. */
function block(text: string, key: string, indent: string): string {
  const lines = text.split('\n');
  const start = lines.indexOf(`${indent}${key}:`);
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => line !== '' && !line.startsWith(`${indent}  `));
  return rest.slice(0, end < 0 ? rest.length : end).join('\n');
}

const field = (text: string, key: string): string | undefined =>
  new RegExp(`^\\s*(?:- )?${key}: (.*)$`, 'm').exec(text)?.[1].replace(/^(['"])(.*)\1$/, '$2');

function stepsOf(text: string): Step[] {
  const steps = block(text, 'steps', '  ').split(/^(?= {4}- )/m);
  return steps.map((step) => {
    const [, script] = /^ {6}run: \|\n([\s\S]*)$/m.exec(step) ?? [];
    const head = script === undefined ? step : step.slice(0, step.indexOf('      run: |'));
    const env = block(head, 'env', '      ')
      .split('\n')
      .flatMap((line): [string, string][] => {
        const [, name, value] = /^ {8}(\w+): (.*)$/.exec(line) ?? [];
        return name === undefined || value === undefined ? [] : [[name, value]];
      });
    const [name, id, uses] = ['name', 'id', 'uses'].map((key) => field(head, key));
    return {
      name: name ?? '',
      ...(id === undefined ? {} : { id }),
      ...(uses === undefined ? {} : { uses }),
      ...(script === undefined ? {} : { run: script.replace(/^ {8}/gm, '') }),
      env: new Map(head.includes('env:') ? env : []),
    };
  });
}

const defaults = (text: string): Map<string, string> =>
  new Map(
    block(text, 'inputs', '')
      .split(/^(?= {2}\w)/m)
      .map((part) => [/^ {2}([\w-]+):/.exec(part)?.[1] ?? '', field(part, 'default') ?? '']),
  );

interface Job {
  readonly status: number;
  readonly output: string;
  readonly summary: string;
  readonly outputs: ReadonlyMap<string, string>;
}

/** As a runner does it: each step in a shell of its own, with files for what it says to later ones. */
function runAction(given: Readonly<Record<string, string>>, cwd: string): Job {
  const text = read('action.yml');
  const inputs = new Map([...defaults(text), ...Object.entries(given)]);
  const temp = mkdtempSync(join(folder, 'runner-'));
  const files = { GITHUB_PATH: '', GITHUB_OUTPUT: '', GITHUB_STEP_SUMMARY: '' };
  for (const name of Object.keys(files)) writeFileSync(join(temp, name), '');
  // Where a checkout of the action would be.
  const action = join(temp, 'action');
  mkdirSync(join(action, 'dist', 'bin'), { recursive: true });
  writeFileSync(
    join(action, 'dist', 'bin', 'diptych.cjs'),
    `require(${JSON.stringify(command.launcher)});\n`,
  );
  const outputs = new Map<string, string>();
  const filledIn = (expression: string): string =>
    expression.replace(/\$\{\{ (\S+) \}\}/g, (_, name: string) => {
      const [kind, ...rest] = name.split('.');
      return (kind === 'inputs' ? inputs.get(rest[0]) : outputs.get(rest[2])) ?? '';
    });
  let output = '';
  for (const { run, env, uses, name } of stepsOf(text)) {
    if (run === undefined) {
      expect([name, uses]).toEqual(['Upload findings', expect.stringMatching(/upload-sarif@v\d+$/)]);
      continue;
    }
    const script = join(temp, 'step.sh');
    writeFileSync(script, run);
    const added = readFileSync(join(temp, 'GITHUB_PATH'), 'utf8').trim();
    const result = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
      cwd,
      encoding: 'utf8',
      env: {
        ...process.env,
        DIPTYCH_PRACTICE: 'off',
        PATH: [...(added === '' ? [] : added.split('\n')), process.env.PATH].join(':'),
        RUNNER_TEMP: temp,
        GITHUB_ACTION_PATH: action,
        ...Object.fromEntries(Object.keys(files).map((one) => [one, join(temp, one)])),
        ...Object.fromEntries([...env].map(([one, value]) => [one, filledIn(value)])),
      },
    });
    output += result.stdout + result.stderr;
    for (const line of readFileSync(join(temp, 'GITHUB_OUTPUT'), 'utf8').split('\n')) {
      const [key, ...value] = line.split('=');
      if (key !== '') outputs.set(key, value.join('='));
    }
    if (result.status !== 0)
      return { status: result.status ?? -1, output, summary: summaryOf(temp), outputs };
  }
  return { status: 0, output, summary: summaryOf(temp), outputs };
}

const summaryOf = (temp: string): string => readFileSync(join(temp, 'GITHUB_STEP_SUMMARY'), 'utf8');

describe('the action', () => {
  const project = (): string => {
    const path = mkdtempSync(join(folder, 'project-'));
    for (const name of ['mutex.c', 'publish.c'])
      copyFileSync(join(home, 'docs', 'examples', name), join(path, name));
    return path;
  };

  it('has the steps that this test understands', () => {
    const steps = stepsOf(read('action.yml'));
    expect(steps.map(({ name }) => name)).toEqual([
      'Install diptych',
      'Ask diptych',
      'Upload findings',
      'Result',
    ]);
    expect([...defaults(read('action.yml')).keys()]).toEqual([
      'commands',
      'paths',
      'arguments',
      'version',
      'upload',
      'fail',
    ]);
  });

  it('writes SARIF and a summary with a table and a picture, and fails where something is found', () => {
    const { status, summary, outputs } = runAction({ paths: 'mutex.c publish.c' }, project());
    expect(status).toBe(1);
    expect(outputs.get('status')).toBe('1');
    const sarif = outputs.get('sarif') ?? '';
    expect(readdirSync(sarif).sort()).toEqual(['check.sarif', 'races.sarif']);
    const rules = readdirSync(sarif).flatMap((name) => {
      const { runs } = JSON.parse(readFileSync(join(sarif, name), 'utf8'));
      return runs[0].results.map(
        ({ ruleId }: { ruleId: string }) => `${runs[0].automationDetails.id} ${ruleId}`,
      );
    });
    expect(rules).toEqual(expect.arrayContaining(['diptych/check/ assertion', 'diptych/races/ race']));
    expect(summary).toContain('| mutex.c | yes | **no** | **no** |');
    expect(summary).toContain('## diptych races');
    expect(summary).toContain('```mermaid\nsequenceDiagram\n');
    expect(summary).toContain('Note over t1: W flag0=1 waits (line 7)');
  });

  it('passes where nothing is found, or where it is told to', () => {
    const path = project();
    expect(runAction({ commands: 'check', paths: 'publish.c' }, path).status).toBe(0);
    const told = runAction({ commands: 'check', paths: 'mutex.c', fail: 'false' }, path);
    expect([told.status, told.outputs.get('status')]).toEqual([0, '1']);
  });

  it('takes its files from diptych.json, and refuses other commands', () => {
    const path = project();
    writeFileSync(join(path, 'diptych.json'), JSON.stringify({ files: ['mutex.c'], models: ['sc'] }));
    const { status, summary } = runAction({ commands: 'check' }, path);
    expect([status, summary.includes('| mutex.c | yes |')]).toEqual([0, true]);
    const other = runAction({ commands: 'check; touch stolen', paths: 'mutex.c' }, path);
    expect(other.status).toBe(2);
    expect(readdirSync(path)).not.toContain('stolen');
  });
});

describe('the pre-commit hook', () => {
  it('fails for a violation, not for a missing answer', () => {
    const entry = /entry: (sh -c .*)$/m.exec(read('.pre-commit-hooks.yaml'))?.[1] ?? '';
    const bin = mkdtempSync(join(folder, 'bin-'));
    const hook = (program: string, ...files: string[]): number | null => {
      writeFileSync(join(bin, 'diptych'), `#!/bin/sh\n${program}\n`, { mode: 0o755 });
      return spawnSync('sh', ['-c', `${entry} ${files.join(' ')}`], {
        cwd: home,
        env: { ...process.env, DIPTYCH_PRACTICE: 'off', PATH: `${bin}:${process.env.PATH}` },
      }).status;
    };
    const real = `exec node "${command.launcher}" "$@"`;
    expect(hook(real, 'docs/examples/publish.c')).toBe(0);
    expect(hook(real, 'docs/examples/publish.c', 'docs/examples/mutex.c')).toBe(1);
    expect(hook('exit 4', 'docs/examples/publish.c')).toBe(0);
    expect(hook('exit 2', 'docs/examples/publish.c')).toBe(1);
  });
});
