// `npm run measure limits`: every hostile input under every command that takes it, with a second of time and little memory: how each
// run ended, how far it went over its limits. Writes results/limits.md; ends with 1 if a limit did not hold.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HostileInput, writeInputs } from './inputs.js';

const launcher = 'dist/bin/diptych.cjs';
const seconds = 1;
const memoryMb = 700;
/** Beyond the limit, and beyond what a run takes that does nothing. */
const mostOverrun = 0.5;
/** A run that goes on after this is ended, and counts as one that no limit holds. */
const patienceMs = 30_000;
/** The largest is watched from outside, now and then. */
const pollMs = 25;

interface Run {
  readonly status: number | string;
  readonly seconds: number;
  readonly peakMb: number;
  readonly said: string;
  /** Of the diagnostic, if there was one. */
  readonly code?: string;
}

/** Refusals that are limits themselves. */
const limitCodes = ['c-unsupported', 'too-deep', 'time-limit', 'memory-limit'];

/** Whether the run exercised what the input is for: a program that is only misspelt is refused too, and takes no time. */
const isMeant = ({ refused }: HostileInput, { status, code }: Run): boolean =>
  status !== 2 ||
  (code !== undefined && (code === refused || (refused === undefined && limitCodes.includes(code))));

const only = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'diptych-limits-'));
try {
  const inputs = writeInputs(folder).filter(
    ({ name }) => only.length === 0 || only.some((part) => name.includes(part)),
  );
  const start = await nothing();
  const rows: string[] = [];
  let held = true;
  let runs = 0;
  for (const input of inputs)
    for (const words of input.runs) {
      const [command, ...rest] = words;
      const result = await run([command, '--timeout', `${seconds}`, '--memory', `${memoryMb}`, ...rest]);
      const overrun = Math.max(0, result.seconds - seconds - start);
      const fine =
        isMeant(input, result) &&
        typeof result.status === 'number' &&
        result.status <= 4 &&
        result.status !== 3 &&
        overrun <= mostOverrun;
      held &&= fine;
      runs++;
      const shown = words.filter((word) => !word.startsWith(folder)).join(' ');
      rows.push(
        `| ${input.name} | ${shown} | ${result.status} | ${overrun.toFixed(2)} | ${Math.round(result.peakMb)} | ${result.said}${fine ? '' : ' **no**'} |`,
      );
      process.stderr.write(`${rows.at(-1)}\n`);
    }
  const text = `# Limits

Made by \`npm run build && npm run measure limits\`: ${inputs.length} hostile inputs, ${runs} runs, each with \`--timeout ${seconds} --memory ${memoryMb}\`.
Overrun is in seconds beyond the limit and beyond what a run takes that has nothing to do (${start.toFixed(2)} s here, load
${loadavg()[1].toFixed(1)} at the end); peak is the resident memory of the process in megabytes. A status from 0 to 4, but 3, is one that docs explain; 3 would be a bug.

| input | command | status | overrun | peak | what was said |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
  if (only.length === 0) writeFileSync('results/limits.md', text);
  process.exitCode = held ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}

/** The time of a run that starts a thread and has no work for it. */
async function nothing(): Promise<number> {
  const took: number[] = [];
  for (let i = 0; i < 3; i++)
    took.push((await run(['check', '--timeout', '0.49', join(folder, 'SB.litmus')])).seconds);
  return Math.min(...took);
}

function run(words: readonly string[]): Promise<Run> {
  return new Promise((resolve) => {
    const start = performance.now();
    const child = spawn(process.execPath, [launcher, ...words], { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    let peakMb = 0;
    child.stderr.on('data', (chunk: Buffer) => {
      if (said.length < 1000) said += chunk.toString();
    });
    const poll = setInterval(() => {
      peakMb = Math.max(peakMb, residentMb(child.pid));
    }, pollMs);
    const late = setTimeout(() => child.kill('SIGKILL'), patienceMs);
    child.on('close', (code, signal) => {
      clearInterval(poll);
      clearTimeout(late);
      const first = said.split('\n')[0].replaceAll('|', '\\|');
      resolve({
        status: code ?? signal ?? 'lost',
        seconds: (performance.now() - start) / 1000,
        peakMb,
        ...codeOf(said),
        said: first.slice(Math.max(0, first.indexOf('error'))).slice(0, 110),
      });
    });
  });
}

function codeOf(said: string): { code?: string } {
  const code = /\[([a-z0-9-]+)\]$/m.exec(said)?.[1];
  return code === undefined ? {} : { code };
}

function residentMb(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s*(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
