// Campaigns under faults, with real processes and real signals. Each ends in the right answer or in a named failure.

import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { QueueWorker } from '../../src/campaign/queue/worker.js';
import { answerJob } from '../../src/cli/campaign/answerJob.js';
import { command, fingerprint, type Lab, litmus, pause, timeless, version } from './lab.js';

export interface Fault {
  readonly what: string;
  readonly expected: string;
  readonly seen: string;
  readonly right: boolean;
}

const files = ['SB', 'MP', 'LB', 'n6', 'R', 'S', '2+2W', 'IRIW', 'WRC', 'CoRR'].map((name) =>
  join(litmus, `${name}.litmus`),
);
const question = ['outcomes', '--json', '--engine', 'explicit', ...files];

/** An exploration of seconds, and one without end. */
export async function faults(lab: Lab, heavy: string, endless: string): Promise<Fault[]> {
  const alone = timeless((await lab.run([...question, '--on', 'here']).ended).stdout);
  const all: Fault[] = [];
  const add = async (fault: Promise<Fault>): Promise<void> => {
    all.push(await fault);
    process.stderr.write(`${all.at(-1)?.what}: ${all.at(-1)?.seen}\n`);
    await lab.rest();
  };
  await add(killedWorker(lab, heavy));
  await add(restartedServer(lab, alone));
  await add(resumedCoordinator(lab, heavy));
  await add(otherVersion(lab));
  await add(noPackages(lab, alone));
  await add(onTerminal(lab, heavy));
  await add(forgedResult(lab, alone));
  await add(poisonedJob(lab, endless));
  return all;
}

const divided = (file: string): string[] => [
  'outcomes',
  '--json',
  '--engine',
  'explicit',
  '--model',
  'tso',
  file,
];

async function expectedOf(lab: Lab, file: string): Promise<string> {
  return timeless((await lab.run([...divided(file), '--on', 'here']).ended).stdout);
}

async function killedWorker(lab: Lab, file: string): Promise<Fault> {
  const right = await expectedOf(lab, file);
  const victim = await lab.worker('victim');
  const earlier = await lab.completed();
  const coordinator = lab.run(divided(file));
  while ((await lab.completed()) < earlier + 3) await pause(10);
  await victim.kill();
  const done = (await lab.completed()) - earlier;
  await lab.worker('heir');
  const { stdout, status } = await coordinator.ended;
  return {
    what: 'SIGKILL of the worker in the middle of an exploration',
    expected: 'another worker takes over, the same executions and states',
    seen: `killed after ${done} jobs; status ${status}, answer ${timeless(stdout) === right ? 'the same, byte for byte' : 'DIFFERENT'}`,
    right: timeless(stdout) === right,
  };
}

async function restartedServer(lab: Lab, alone: string): Promise<Fault> {
  const coordinator = lab.run(question);
  while ((await lab.redis.keys('diptych:jobs-*:wait')).length === 0) await pause(50);
  await pause(200);
  await lab.server.stop();
  await pause(1000);
  await lab.server.start();
  await lab.worker('later');
  const { stdout, status } = await coordinator.ended;
  return {
    what: 'Redis stopped for a second and started, with jobs waiting (append-only file)',
    expected: 'it goes on, nothing lost',
    seen: `status ${status}, answer ${timeless(stdout) === alone ? 'the same, byte for byte' : 'DIFFERENT'}`,
    right: timeless(stdout) === alone,
  };
}

async function resumedCoordinator(lab: Lab, file: string): Promise<Fault> {
  const right = await expectedOf(lab, file);
  await lab.worker('steady');
  const first = lab.run(divided(file));
  while ((await lab.card('steady')).done < 3) await pause(100);
  await first.kill();
  const [id = ''] = await lab.redis.zrange('diptych:campaigns', '0', '0');
  const resumed = await lab.run([...divided(file), '--resume', id]).ended;
  await pause(2500);
  const { done } = await lab.card('steady');
  const jobs = await lab.redis.scard(`diptych:campaign:${id}:jobs`);
  return {
    what: 'SIGKILL of the coordinator, then --resume',
    expected: 'what was answered is not asked again',
    seen: `status ${resumed.status}, answer ${timeless(resumed.stdout) === right ? 'the same, byte for byte' : 'DIFFERENT'}; ${jobs} different jobs, ${done} done by the worker`,
    right: timeless(resumed.stdout) === right && done <= jobs + 1,
  };
}

/** The command with another version in it. A long line may be broken inside a string. */
function ofVersion(text: string, other: string): string {
  let replaced = 0;
  const changed = text.replace(/"version":\s*"((?:[^"\\]|\\\n)*)"/g, (found, known: string) => {
    if (known.replaceAll('\\\n', '') !== version) return found;
    replaced++;
    return `"version":"${other}"`;
  });
  if (replaced === 0) throw new Error(`the command does not have its version ${version} in it`);
  return changed;
}

async function otherVersion(lab: Lab): Promise<Fault> {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-other-'));
  const home = join(command, '..', '..', '..');
  for (const part of ['dist', 'encodings', 'model'])
    cpSync(join(home, part), join(folder, part), { recursive: true });
  symlinkSync(join(home, 'node_modules'), join(folder, 'node_modules'));
  const program = join(folder, 'dist', 'bin', 'program.cjs');
  writeFileSync(program, ofVersion(readFileSync(program, 'utf8'), '9.9.9'));
  const coordinator = lab.run(question);
  while ((await lab.redis.zcard('diptych:campaigns')) === 0) await pause(50);
  await pause(200);
  const { status, stderr } = await lab.run(['worker'], join(folder, 'dist', 'bin', 'diptych.cjs')).ended;
  await coordinator.kill();
  rmSync(folder, { recursive: true });
  return {
    what: 'a worker of another version',
    expected: 'it is refused, and told why',
    seen: `status ${status}: ${stderr.split('\n')[0]}`,
    right: status === 2 && stderr.includes('9.9.9'),
  };
}

async function noPackages(lab: Lab, alone: string): Promise<Fault> {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-bare-'));
  const home = join(command, '..', '..', '..');
  for (const part of ['dist', 'encodings', 'model', 'package.json'])
    cpSync(join(home, part), join(folder, part), { recursive: true });
  const bare = join(folder, 'dist', 'bin', 'diptych.cjs');
  const worker = lab.run(['worker'], bare);
  const { status, stdout, stderr } = await lab.run(question, bare).ended;
  await worker.kill();
  rmSync(folder, { recursive: true });
  return {
    what: 'a worker and a coordinator in a folder without packages',
    expected: 'they need none: BullMQ and ioredis are part of the command',
    seen: `status ${status}${stderr === '' ? '' : ` (${stderr.split('\n')[0]})`}, answer ${timeless(stdout) === alone ? 'the same, byte for byte' : 'DIFFERENT'}`,
    right: timeless(stdout) === alone,
  };
}

/** With a terminal of its own (script of util-linux). */
async function onTerminal(lab: Lab, file: string): Promise<Fault> {
  const coordinator = spawn(
    'script',
    ['-qec', [process.execPath, command, ...divided(file)].join(' '), '/dev/null'],
    { env: { ...process.env, DIPTYCH_REDIS: lab.server.url }, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  let text = '';
  coordinator.stdout.on('data', (data) => (text += data));
  const ended = new Promise((resolve) => coordinator.on('close', resolve));
  await pause(4_000);
  await lab.worker('late');
  await ended;
  const lines = text.split(/[\r\n]+/).filter((line) => / at work/.test(line));
  const last = lines.at(-1)?.replace(/^\S*\[K/, '') ?? 'no line';
  return {
    what: 'an exploration on a terminal, whose worker comes late',
    expected: 'a line with what is done and waits, and who works',
    seen: `${lines.length} lines, the last: ${last}`,
    right: lines.length > 2 && /executions · .*waiting, \d+ at work · \d workers?/.test(last),
  };
}

async function forgedResult(lab: Lab, alone: string): Promise<Fault> {
  let forged = 0;
  const forger = await QueueWorker.open({
    url: lab.server.url,
    version,
    fingerprint: fingerprint(),
    jobs: 1,
    name: 'forger',
    answer: async (asked, signal) => {
      const answer = await answerJob(asked, undefined, signal);
      if (forged++ >= 2 || typeof answer !== 'object' || answer === null) return answer;
      return { ...answer, outcomes: [{ outcome: [1, 1, 1, 1], schedule: [{ kind: 'execute', thread: 1 }] }] };
    },
  });
  const { stdout, stderr, status } = await lab.run(question).ended;
  await forger.close();
  const named = stderr.split('\n').filter((line) => line.includes('rejected a result of forger')).length;
  return {
    what: 'a worker that sends final states with schedules that do not show them, twice',
    expected: 'rejected by name, the job done again',
    seen: `${named} rejected, named forger; status ${status}, answer ${timeless(stdout) === alone ? 'the same, byte for byte' : 'DIFFERENT'}`,
    right: named === 2 && timeless(stdout) === alone,
  };
}

async function poisonedJob(lab: Lab, file: string): Promise<Fault> {
  // One long job, and every worker dies of it.
  const coordinator = lab.run(['races', '--json', '--engine', 'explicit', file]);
  let ended = false;
  void coordinator.ended.then(() => (ended = true));
  let kills = 0;
  for (let k = 0; !ended && k < 5; k++) {
    const victim = await lab.worker(`victim-${k}`);
    // It gets the job when the lock of the one before has run out.
    const taken = Date.now();
    while (!ended && Date.now() - taken < 9_000) await pause(100);
    if (!ended) {
      await victim.kill();
      kills++;
    }
  }
  const { stdout, status } = await coordinator.ended;
  return {
    what: 'a job whose workers are killed while they work on it',
    expected: 'set aside after the third, reported',
    seen: `${kills} workers killed; status ${status}: ${/"message":"[^"]*"/.exec(stdout)?.[0] ?? stdout.slice(0, 100)}`,
    right: stdout.includes('job-set-aside'),
  };
}
