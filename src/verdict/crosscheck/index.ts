// Puts every question about one program, under every model, to every route that can answer it, and compares.

import type { ModelName } from '../../execution/execution.js';
import type { Program } from '../../program/program.js';
import { SymbolicEngine } from '../../symbolic/index.js';
import { type Crosschecked, crosschecked } from './crosschecked.js';
import { askExplicit } from './explicitRoute.js';
import { Inquiries } from './inquiries.js';
import { askMonitors } from './monitorRoute.js';
import type { CrosscheckLimits, Part } from './options.js';
import { askSearches } from './searchesRoute.js';
import { askSurvey } from './surveyRoute.js';
import { askSymbolic, type SymbolicQueries } from './symbolicRoute.js';

export type { Crosschecked } from './crosschecked.js';
export { sumOfTimes, type Times } from './inquiries.js';
export { type CrosscheckLimits, type Part, parts } from './options.js';
export {
  type Agreement,
  agreementOf,
  type Inquiry,
  type QuestionName,
  questionNames,
  type RouteAnswer,
  type RouteName,
  type RouteVerdict,
  routeNames,
} from './routeAnswer.js';
export { type Conflict, noSums, type Sums, sumOf } from './sums.js';
export type { SymbolicQueries } from './symbolicRoute.js';

export interface CrosscheckOptions extends CrosscheckLimits {
  readonly models: readonly ModelName[];
  readonly parts: readonly Part[];
  /** Ask the symbolic engine everything at once, not question by question as users do: faster. */
  readonly together?: boolean;
}

/** The parts that a survey answers together. */
const everything: readonly Part[] = ['engines', 'traces'];

export type Crosscheck = (program: Program, options: CrosscheckOptions) => Crosschecked;

/** Starts what a cross-check needs; every check after that is synchronous. */
export async function startCrosscheck(): Promise<Crosscheck> {
  const engine = await SymbolicEngine.start();
  return (program, options) => crosscheck(program, engine, options);
}

export function crosscheck(
  program: Program,
  engine: SymbolicQueries,
  options: CrosscheckOptions,
): Crosschecked {
  const wanted = new Set(options.parts);
  const byModel = new Map(options.models.map((model) => [model, new Inquiries(model, options.onQuestion)]));
  for (const asked of byModel.values()) {
    const explored = askExplicit(asked, program, wanted, options);
    const most = explored?.complete === true ? explored.executions + 1 : options.maxExecutions;
    const graphs = most ?? Number.POSITIVE_INFINITY;
    if (options.together === true && everything.every((part) => wanted.has(part)))
      askSurvey(asked, engine, program, options, graphs);
    else askSymbolic(asked, engine, program, wanted, options, graphs);
    if (wanted.has('searches')) askSearches(asked, program, options, explored);
  }
  if (wanted.has('monitors')) askMonitors(byModel, program, options);
  return crosschecked([...byModel.values()]);
}
