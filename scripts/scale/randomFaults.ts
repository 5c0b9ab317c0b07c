// `npm run measure faults -- [N] [SEED]`: N random faults, a few in each campaign. Workers are killed, stopped for longer than their locks last,
// and told to end; Redis is killed and started again; coordinators are killed and resumed. A campaign must end with the
// answer that one process gives, byte for byte. Only a job that lost three workers may be missing: it is named, every other job is
// answered, and the campaign had three such faults. Ends with 1 if a campaign ends otherwise.

import { cpus } from 'node:os';
import { Random } from '../../src/support/prng.js';
import { hasRedis } from '../../test/campaign/server.js';
import { Lab, pause, type Running, timeless } from './lab.js';

const wanted = Number(process.argv[2] ?? 100);
const seed = Number(process.argv[3] ?? 1);
const random = new Random(seed);
const perCampaign = 10;
const workers = 2;
const programs = 300;
const question = ['crosscheck', '--json', '--random', `${programs}`, '--seed', `${seed}`];
/** Programs in one job of `crosscheck`. */
const perJob = 10;

const kinds = ['kill-worker', 'stop-worker', 'end-worker', 'restart-redis', 'kill-coordinator'] as const;

class Campaign {
  readonly #lab: Lab;
  readonly #workers: Running[] = [];
  #coordinator: Running;
  #names = 0;
  isEnded = false;
  readonly faults: (typeof kinds)[number][] = [];

  constructor(lab: Lab) {
    this.#lab = lab;
    this.#coordinator = this.#coordinate(question);
  }

  #coordinate(words: readonly string[]): Running {
    const running = this.#lab.run(words);
    void running.ended.then(() => {
      if (!running.process.killed) this.isEnded = true;
    });
    return running;
  }

  async hire(): Promise<void> {
    this.#workers.push(await this.#lab.worker(`worker-${++this.#names}`));
  }

  async fault(kind: (typeof kinds)[number]): Promise<void> {
    this.faults.push(kind);
    const place = random.int(0, workers - 1);
    const worker = this.#workers[place];
    switch (kind) {
      case 'kill-worker':
      case 'end-worker':
        await worker.kill(kind === 'kill-worker' ? 'SIGKILL' : 'SIGTERM');
        this.#workers.splice(place, 1);
        await this.hire();
        return;
      case 'stop-worker':
        worker.process.kill('SIGSTOP');
        await pause(random.int(100, 12_000));
        worker.process.kill('SIGCONT');
        return;
      case 'restart-redis':
        await this.#lab.server.stop();
        await pause(random.int(0, 2000));
        await this.#lab.server.start();
        return;
      case 'kill-coordinator':
        await this.#coordinator.kill();
        await this.#resume();
        return;
    }
  }

  /** A coordinator that began while Redis was away has said so and ended: it is resumed, as a user does. */
  async answer(): Promise<{ status: number | null; text: string; error: string }> {
    for (;;) {
      const { status, stdout, stderr } = await this.#coordinator.ended;
      if (!stderr.includes('[queue-unreachable]')) return { status, text: timeless(stdout), error: stderr };
      await this.#resume();
    }
  }

  async #resume(): Promise<void> {
    const [id] = await this.#lab.redis.zrange('diptych:campaigns', '0', '0');
    // The campaign may not have been announced yet; then it begins again.
    this.#coordinator = this.#coordinate(id === undefined ? question : [...question, '--resume', id]);
  }
}

/** Faults after which a job has lost its worker. */
const losing: ReadonlySet<string> = new Set(['kill-worker', 'stop-worker']);
/** So many lost workers set a job aside. */
const mostLost = 3;

/** Whether the answer lacks only jobs that it names as set aside, and that may have lost so many workers. */
function lacksOnlyNamed(text: string, faults: readonly string[]): boolean {
  const {
    programs: answered,
    disagreements,
    errors = [],
  } = JSON.parse(text.trim().split('\n').at(-1) ?? '{}');
  return (
    disagreements === 0 &&
    faults.filter((kind) => losing.has(kind)).length >= mostLost * errors.length &&
    answered + perJob * errors.length === programs &&
    errors.every(({ code }: { code: string }) => code === 'job-set-aside')
  );
}

if (!hasRedis) throw new Error('redis-server is not installed');
const lab = await Lab.open();
const counts = new Map<string, number>();
let done = 0;
let [campaigns, right, named] = [0, 0, 0];
const wrong: string[] = [];
try {
  const alone = timeless((await lab.run([...question, '--on', 'here']).ended).stdout);
  const start = performance.now();
  while (done < wanted) {
    const campaign = new Campaign(lab);
    for (let k = 0; k < workers; k++) await campaign.hire();
    for (let k = 0; k < perCampaign && done < wanted; k++) {
      await pause(random.int(100, 800));
      if (campaign.isEnded) break;
      const kind = random.pick(kinds);
      await campaign.fault(kind);
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      done++;
    }
    const { status, text, error } = await campaign.answer();
    campaigns++;
    if (status === 0 && text === alone) right++;
    else if (status === 2 && lacksOnlyNamed(text, campaign.faults)) named++;
    else wrong.push(`campaign ${campaigns}: status ${status}: ${error}\n${text.slice(-2000)}`);
    if (status !== 0 || text !== alone)
      process.stderr.write(`campaign ${campaigns} (${campaign.faults.join(', ')}): ${error}\n`);
    process.stderr.write(`${done} faults, ${campaigns} campaigns, ${wrong.length} wrong\n`);
    await lab.rest();
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  const kindsText = [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ');
  console.log(
    `${done} faults (${kindsText}) in ${campaigns} campaigns, ${seconds} s on ${cpus().length} cores`,
  );
  console.log(
    `${right} campaigns with the right answer, ${named} that lack only jobs they name as set aside`,
  );
  if (wrong.length > 0) console.log(wrong.join('\n'));
} finally {
  await lab.close();
}
process.exitCode = wrong.length === 0 ? 0 : 1;
