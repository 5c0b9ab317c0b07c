// The answers of the explicit engine's other searches: by states, by symmetry, by states up to symmetry, by threads that
// share the work (`-j`), and every interleaving of the plain machine. They replace DPOR where it takes long or where
// threads are alike.

import { triesEveryValue } from '../../explicit/choices/plan.js';
import { type Exploration, type ExploreOptions, explore } from '../../explicit/explore.js';
import { takeTurns } from '../../explicit/parallel/takeTurns.js';
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
const counted: readonly QuestionName[] = [...seen, 'traces'];

/** The turns that threads take are the same each time, so that a program can be made smaller. */
const turnSeed = 1;

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
  const ask = (route: RouteName, questions: readonly QuestionName[], run: () => Exploration): void => {
    const found = inquiries.ask(route, questions, run);
    if (found === undefined) return;
    saySeen(inquiries, route, found);
    const { executions: count, complete } = found;
    if (questions.includes('traces')) inquiries.say('traces', route, { kind: 'count', count, complete });
  };
  const search = (
    route: RouteName,
    questions: readonly QuestionName[],
    options: Partial<ExploreOptions>,
  ): void => ask(route, questions, () => explore(program, { ...limits, ...options }));
  search('symmetry', counted, { symmetry: true });
  if (triesEveryValue(program, undefined)) {
    search('states', seen, { mostStates });
    search('symmetric states', seen, { mostStates, symmetry: true });
    ask('threads', counted, () => takeTurns(program, limits, turnSeed));
  }
  const few = reduced?.complete === true && reduced.executions + reduced.blocked <= mostExecutions;
  if (few) search('interleavings', counted, { dpor: 'none' });
}
