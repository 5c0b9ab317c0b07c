// The answers of the explicit engine's other searches: by states, by symmetry, by states up to symmetry, and every
// interleaving of the plain machine. They replace DPOR where it takes long or where threads are alike.

import { triesEveryValue } from '../../explicit/choices/plan.js';
import { type Exploration, type ExploreOptions, explore } from '../../explicit/explore.js';
import type { Program } from '../../program/program.js';
import { saySeen } from './explicitRoute.js';
import type { Inquiries } from './inquiries.js';
import type { CrosscheckLimits } from './options.js';
import type { QuestionName, RouteName } from './routeAnswer.js';

/** More states are not visited for the sake of a comparison. */
const mostStates = 50_000;
/** Of a program with more executions not every interleaving is visited. */
const mostExecutions = 150;

const seen: readonly QuestionName[] = ['outcomes', 'findings', 'cut loops'];

/** `reduced`: the answers of DPOR. */
export function askSearches(
  inquiries: Inquiries,
  program: Program,
  { unroll, timeLimitMs, maxExecutions }: CrosscheckLimits,
  reduced: Exploration | undefined,
): void {
  const { model } = inquiries;
  const limits: ExploreOptions = {
    model,
    unroll,
    ...(timeLimitMs === undefined ? {} : { timeLimitMs }),
    ...(maxExecutions === undefined ? {} : { maxExecutions }),
  };
  const search = (route: RouteName, options: Partial<ExploreOptions>): Exploration | undefined => {
    const found = inquiries.ask(route, seen, () => explore(program, { ...limits, ...options }));
    if (found !== undefined) saySeen(inquiries, route, found);
    return found;
  };
  const symmetric = search('symmetry', { symmetry: true });
  if (symmetric !== undefined) {
    const { executions: count, complete } = symmetric;
    inquiries.say('traces', 'symmetry', { kind: 'count', count, complete });
  }
  if (triesEveryValue(program, undefined)) {
    search('states', { mostStates });
    search('symmetric states', { mostStates, symmetry: true });
  }
  const few = reduced?.complete === true && reduced.executions + reduced.blocked <= mostExecutions;
  if (!few) return;
  const every = search('interleavings', { dpor: 'none' });
  if (every !== undefined)
    inquiries.say('traces', 'interleavings', {
      kind: 'count',
      count: every.executions,
      complete: every.complete,
    });
}
