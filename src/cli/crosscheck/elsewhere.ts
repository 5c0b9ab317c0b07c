// Pieces of cross-checking on other machines. That there is no disagreement is believed of a worker whose first piece this machine
// has repeated with the same result, of which a share is repeated later, or of two workers that must say the same. A disagreement, an
// error and a question that is left open are looked for again here, and what this machine says of them counts.

import { Rejected } from '../../campaign/certified.js';
import { textOf } from '../../campaign/json.js';
import type { Campaign } from '../../campaign/queue/campaign.js';
import { decodeSums } from '../../campaign/sums.js';
import { Unanswered } from '../../campaign/workplace.js';
import { InputError } from '../../support/diagnostic.js';
import { noSums, type Sums } from '../../verdict/crosscheck/index.js';
import type { Runner } from '../runner/runner.js';
import type { Job } from './job.js';
import type { JobPool } from './jobs.js';
import { nameOf } from './jobs.js';

const kind = 'crosscheck';

/** `near` works on this machine. */
export function jobsElsewhere(
  campaign: Campaign,
  near: JobPool,
  { signal }: Runner,
  twoWorkers: boolean,
): JobPool {
  /** `certainly`: this machine repeats it, whichever worker it is of. */
  async function settled(given: Job, said: readonly Said[], certainly: boolean): Promise<Sums> {
    const workers = said.map(({ worker }) => worker);
    const doubted = await Promise.all(workers.map((worker) => campaign.doubts.ofWorker(worker, kind)));
    if (!certainly && !doubted.includes(true)) return said[0].sums;
    const home = await near.do(given);
    // Where time decides, two machines may have different results.
    const decided = home.open.length === 0;
    for (const { sums, worker } of said) {
      const lied = decided && sums.open.length === 0 && timeless(sums) !== timeless(home);
      if (lied) campaign.accuse(worker, `${nameOf(given)}: ${unlike(sums, home)}`);
      campaign.doubts.settle([worker], kind, lied);
    }
    return home;
  }
  return {
    async do(given) {
      const job = await travelling(given);
      if ('errors' in job) return job;
      const { work, ...rest } = job;
      const { program, ...about } = { program: undefined, ...work };
      const question = {
        kind: 'crosscheck',
        ...rest,
        work: about,
        ...(program === undefined ? {} : { program }),
      };
      const ask = (side?: 'a' | 'b'): Promise<Said> =>
        campaign.ask(question, { signal, ...(side === undefined ? {} : { side }) }, (d, worker) => {
          const sums = decodeSums(d);
          requirePossible(sums, given);
          return { sums, worker };
        });
      try {
        const said = await Promise.all(twoWorkers ? [ask('a'), ask('b')] : [ask()]);
        const [{ sums }, again] = said;
        const differ = again !== undefined && timeless(sums) !== timeless(again.sums);
        campaign.step(sums.programs);
        return differ ? await settled(given, said, true) : await settled(given, said, isSuspect(sums));
      } catch (error) {
        if (error instanceof Unanswered)
          return { ...noSums, open: [{ name: `${nameOf(given)}: interrupted`, inquiries: [] }] };
        if (error instanceof InputError) return { ...noSums, errors: [{ diagnostic: error.diagnostic }] };
        throw error;
      }
    },
  };
}

interface Said {
  readonly sums: Sums;
  readonly worker: string;
}

/** Conflicts and errors may not be taken from one worker alone. A question that is open for lack of time is open everywhere. */
const isSuspect = ({ conflicts, errors }: Sums): boolean => conflicts.length > 0 || errors.length > 0;

/** Throws a Rejected for counts that the job cannot have. */
function requirePossible(
  { programs, queries, agreements, conflicts, open, errors }: Sums,
  { work }: Job,
): void {
  const asked = work.kind === 'random' ? work.count : 1;
  const counts = [programs, queries, agreements];
  if (counts.some((count) => count < 0) || programs > asked || agreements > queries)
    throw new Rejected(`its counts are not those of ${asked} programs`);
  if (programs + errors.length < asked && conflicts.length === 0 && open.length === 0)
    throw new Rejected(`it is about ${programs} of ${asked} programs`);
}

function unlike(said: Sums, home: Sums): string {
  const count = (sums: Sums): string =>
    `${sums.conflicts.length} disagreements, ${sums.agreements} agreements, ${sums.errors.length} errors`;
  return count(said) === count(home)
    ? 'this machine has another result'
    : `it reports ${count(said)}; this machine finds ${count(home)}`;
}

const timeless = (sums: Sums): string => textOf({ ...sums, times: {} });

/** A file is read here. */
async function travelling(job: Job): Promise<Job | Sums> {
  const { work, options } = job;
  if (work.kind !== 'file') return job;
  const { readProgram } = await import('../../frontend/index.js');
  try {
    const program = await readProgram(work.path, { unroll: options.unroll });
    return { ...job, work: { kind: 'program', name: work.path, program } };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { diagnostic, text } = error;
    return { ...noSums, errors: [{ diagnostic, ...(text === undefined ? {} : { text }) }] };
  }
}
