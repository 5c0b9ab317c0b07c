// Pieces of cross-checking on other machines. That there is no disagreement is believed of a worker, or of two that must say the
// same; a disagreement is looked for again here, and what this machine says of it counts.

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

/** `near` works on this machine. */
export function jobsElsewhere(
  campaign: Campaign,
  near: JobPool,
  { signal }: Runner,
  twoWorkers: boolean,
): JobPool {
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
      const ask = (side?: 'a' | 'b'): Promise<Sums> =>
        campaign.ask(question, { signal, ...(side === undefined ? {} : { side }) }, decodeSums);
      try {
        const [sums, again] = await Promise.all(twoWorkers ? [ask('a'), ask('b')] : [ask()]);
        if (again !== undefined && timeless(sums) !== timeless(again))
          throw new InputError({
            code: 'result-rejected',
            message: `${nameOf(given)}: two workers have different results`,
          });
        campaign.step(sums.programs);
        return sums.conflicts.length === 0 ? sums : await near.do(given);
      } catch (error) {
        if (error instanceof Unanswered)
          return { ...noSums, open: [{ name: `${nameOf(given)}: interrupted`, inquiries: [] }] };
        if (error instanceof InputError) return { ...noSums, errors: [{ diagnostic: error.diagnostic }] };
        throw error;
      }
    },
  };
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
