// Reports for other programs: SARIF, JUnit, herd's log.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Log } from 'sarif';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { capture } from './capture.js';
import { sbText } from './litmus.js';

let folder: string;
const at = (name: string): string => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'diptych-formats-'));
  writeFileSync(at('SB <1>.litmus'), sbText);
  writeFileSync(at('forbidden.litmus'), sbText.replace('exists', '~exists'));
  writeFileSync(at('bad.litmus'), 'X86 bad\n{ }\n P0 ;\n MVO [x],$1 ;\nexists (x=1)\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const explicit = ['-e', 'explicit'];

// The published schema (test/report/formats/README.md names its source); all printed documents must conform to it.
const ajv = new Ajv2020({
  strict: false,
  formats: { uri: (text: string) => URL.canParse(text), 'date-time': true, uuid: true },
});
ajv.addFormat('uri-reference', (text: string) => URL.canParse(text, 'file:///'));
const isSarif = ajv.compile(JSON.parse(readFileSync('test/report/formats/sarif-2.1.0.schema.json', 'utf8')));

async function sarif(...argv: string[]): Promise<Log> {
  const { stdout } = await capture(...argv, '--format', 'sarif');
  const log = JSON.parse(stdout);
  isSarif(log);
  expect(isSarif.errors ?? []).toEqual([]);
  return log;
}

it('the schema refuses what is no SARIF', () => {
  expect(isSarif({ version: '2.1.0', runs: [{}] })).toBe(false);
  expect(isSarif({ version: '2.1.0', runs: [{ tool: { driver: { name: 'x' } }, more: 1 }] })).toBe(false);
});

it('SARIF has one result per thing found, with the execution by threads', async () => {
  const log = await sarif('check', ...explicit, at('forbidden.litmus'), at('bad.litmus'));
  expect(log.version).toBe('2.1.0');
  const [{ results = [], tool }] = log.runs;
  expect(results.map(({ ruleId }) => ruleId)).toEqual(['condition', 'bad-input']);
  expect(tool.driver.rules?.map(({ id }) => id)).toEqual(['bad-input', 'condition']);
  expect(results.map(({ ruleIndex }) => ruleIndex)).toEqual([1, 0]);
  expect(results[0].properties?.models).toEqual(['tso', 'pso']);
  const flows = results[0].codeFlows?.[0].threadFlows ?? [];
  expect(flows.map(({ id }) => id).sort()).toEqual(['P0', 'P1']);
  const orders = flows.flatMap(({ locations }) => locations.map(({ executionOrder = 0 }) => executionOrder));
  expect(orders.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(results[1].locations?.[0].physicalLocation?.region?.startLine).toBe(4);
});

it('SARIF of races names both accesses; of outcomes, what only weak machines reach', async () => {
  const [race] =
    (await sarif('races', ...explicit, '--plain-races', at('SB <1>.litmus'))).runs[0].results ?? [];
  expect(race.ruleId).toBe('race');
  const lines = [...(race.locations ?? []), ...(race.relatedLocations ?? [])].map(
    ({ physicalLocation }) => physicalLocation?.region?.startLine,
  );
  expect(lines.sort()).toEqual([4, 5]);
  expect(race.codeFlows).toHaveLength(1);
  const [state] = (await sarif('outcomes', ...explicit, at('SB <1>.litmus'))).runs[0].results ?? [];
  expect(state.ruleId).toBe('non-sc-state');
  const junit = await capture(
    'races',
    ...explicit,
    '--plain-races',
    '--format',
    'junit',
    at('SB <1>.litmus'),
  );
  expect(junit.stdout).toContain('tests="1" failures="1" errors="0"');
});

it('SARIF of missing fences has the change that puts them in', async () => {
  const file = at('SB <1>.litmus');
  const [missing] =
    (await sarif('fences', ...explicit, '-m', 'tso', '--goal', 'robust', file)).runs[0].results ?? [];
  expect(missing.ruleId).toBe('missing-fence');
  expect(missing.message.text).toContain('robustness against tso needs a full fence before line 5');
  const [{ deletedRegion, insertedContent }] = missing.fixes?.[0].artifactChanges[0].replacements ?? [];
  const { startLine = 0, endLine = 0 } = deletedRegion;
  const lines = sbText.split('\n');
  lines.splice(startLine - 1, endLine - startLine, ...(insertedContent?.text ?? '').trimEnd().split('\n'));
  writeFileSync(at('fixed.litmus'), lines.join('\n'));
  const { status } = await capture('robust', ...explicit, '-m', 'tso', at('fixed.litmus'));
  expect(status).toBe(0);
});

it('fingerprints stay when lines move', async () => {
  const prints = async (): Promise<unknown> =>
    (await sarif('robust', ...explicit, '-m', 'tso', at('SB <1>.litmus'))).runs[0].results?.map(
      ({ partialFingerprints }) => partialFingerprints,
    );
  const before = await prints();
  writeFileSync(at('SB <1>.litmus'), sbText.replace('{', '\n\n{'));
  expect(await prints()).toEqual(before);
  writeFileSync(at('SB <1>.litmus'), sbText);
});

it('JUnit has a case per model, and errors for what cannot be read', async () => {
  const { stdout, status } = await capture(
    'check',
    ...explicit,
    '--format',
    'junit',
    at('SB <1>.litmus'),
    at('bad.litmus'),
  );
  expect(status).toBe(2);
  expect(stdout).toContain('tests="4" failures="1" errors="1"');
  expect(stdout).toContain('SB &lt;1&gt;.litmus" name="check under tso"/>');
  expect(stdout.match(/<testcase/g)).toHaveLength(4);
});

it('herd reads its own words', async () => {
  const { stdout } = await capture(
    'outcomes',
    ...explicit,
    '-m',
    'tso',
    '--format',
    'herd',
    at('SB <1>.litmus'),
  );
  expect(stdout).toMatch(/^Test SB Allowed\nStates 4\n/);
  expect(stdout).toContain('\nOk\nWitnesses\nPositive: 1 Negative: 3\n');
  expect(stdout).toMatch(/Observation SB Sometimes 1 3\n/);
  const none = await capture('fences', ...explicit, '--format', 'herd', at('SB <1>.litmus'));
  expect(none.status).toBe(2);
  expect(none.stderr).toContain('no-format');
});

it('herd logs what is checked, with a flag for each kind of finding', async () => {
  const { status, stdout } = await capture('check', ...explicit, '--format', 'herd', at('SB <1>.litmus'));
  expect(status).toBe(1);
  expect(stdout.match(/^States \d$/gm)).toEqual(['States 3', 'States 4', 'States 4']);
  expect(stdout.match(/^(?:Ok|No)$/gm)).toEqual(['No', 'Ok', 'Ok']);
  expect(stdout).not.toContain('Flag');
  writeFileSync(
    at('fails.c'),
    '#include <assert.h>\nint x;\nint main(void) { x = 1; assert(x == 2); return 0; }\n',
  );
  const fails = await capture('check', ...explicit, '-m', 'sc', '--format', 'herd', at('fails.c'));
  expect([fails.status, fails.stdout]).toEqual([1, expect.stringContaining('\nFlag assertion\n')]);
});

it.each(['outcomes', 'check'])('herd says No of a program whose assertion fails (%s)', async (command) => {
  writeFileSync(
    at('sb.c'),
    `#include <assert.h>
#include <pthread.h>
int x, y, a, b;
void *f(void *p) { x = 1; a = y; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); y = 1; b = x; pthread_join(t, 0); assert(a || b); return 0; }
`,
  );
  const { stdout } = await capture(command, ...explicit, '-m', 'sc,tso', '--format', 'herd', at('sb.c'));
  expect(stdout.match(/^(?:Ok|No)$/gm)).toEqual(['Ok', 'No']);
  expect(stdout).toContain('\nPositive: 3 Negative: 1\nFlag assertion\nObservation sb Sometimes 3 1\n');
  expect(stdout).toContain('\nObservation sb Always 3 0\n');
});

it('herd says nothing of what does not count, and does not call it Ok that nothing ends', async () => {
  writeFileSync(at('waits.c'), '#include <assert.h>\nint x;\nint main(void) { while (!x); return 0; }\n');
  const options = ['check', ...explicit, '-m', 'sc', '--format', 'herd'];
  const found = await capture(...options, at('waits.c'));
  expect(found.stdout).toContain('\nNo\n');
  expect((await capture(...options, '--find', 'assertions', at('waits.c'))).stdout).toContain('\n??\n');
});

it('herd flags what is not robust', async () => {
  const { status, stdout } = await capture('robust', ...explicit, '--format', 'herd', at('SB <1>.litmus'));
  expect(status).toBe(1);
  expect(stdout.match(/^Flag not-robust$/gm)).toHaveLength(2);
});

it('herd flags data races, among the states of SC', async () => {
  const flagged = await capture(
    'races',
    ...explicit,
    '--plain-races',
    '--format',
    'herd',
    at('SB <1>.litmus'),
  );
  expect(flagged.status).toBe(1);
  expect(flagged.stdout).toMatch(/^Test SB Allowed\nStates 3\n/);
  expect(flagged.stdout).toContain('\nPositive: 0 Negative: 3\nFlag data-race\nCondition ');
  const free = await capture('races', ...explicit, '--format', 'herd', at('SB <1>.litmus'));
  expect([free.status, free.stdout.includes('Flag')]).toEqual([0, false]);
  expect(free.stdout).toContain('Observation SB Never 0 3');
});

it('json is --json', async () => {
  const [a, b] = await Promise.all([
    capture('robust', ...explicit, '--json', at('SB <1>.litmus')),
    capture('robust', ...explicit, '--format', 'json', at('SB <1>.litmus')),
  ]);
  const stable = (text: string): string => text.replace(/"ms":[\d.]+/g, '');
  expect(stable(b.stdout)).toBe(stable(a.stdout));
});
