// Differences between the answers about two readings of one program. A question that a loop's bound or a limit left
// open is no difference: the readings may be cut in different places.

import type { Answer } from './fileCommand.js';
import { status } from './status.js';

/** As far as commands print it: one entry per model. */
interface ModelResult {
  readonly model: string;
  readonly complete: boolean;
  readonly verdict: string | undefined;
  readonly bounded: boolean;
  /** The observed values, in one spelling. */
  readonly states: readonly Readonly<Record<string, unknown>>[];
  /** Kinds and lines. */
  readonly findings: readonly string[];
}

export function differencesOf(first: Answer, second: Answer): string[] {
  const [a, b] = [resultsOf(first.json()), resultsOf(second.json())];
  const found = a.flatMap((one) => {
    const other = b.find(({ model }) => model === one.model);
    return other === undefined ? [] : differences(one, other);
  });
  if (found.length > 0 || a.length > 0) return found;
  const open: readonly number[] = [status.noAnswer, status.badInput];
  if (first.status === second.status || open.includes(first.status) || open.includes(second.status))
    return [];
  return [`the answer of one is ${first.status}, that of the other ${second.status}`];
}

function differences(a: ModelResult, b: ModelResult): string[] {
  const isWhole = ({ complete, bounded }: ModelResult): boolean => complete && !bounded;
  const both = isWhole(a) && isWhole(b);
  const found: string[] = [];
  const decided = new Set(['holds', 'violated']);
  if (a.verdict !== b.verdict && decided.has(a.verdict ?? '') && decided.has(b.verdict ?? '')) {
    // Up to a bound nothing was found: that contradicts nothing.
    const holding = a.verdict === 'holds' ? a : b;
    if (isWhole(holding)) found.push(`${a.model}: ${a.verdict} by one reader, ${b.verdict} by the other`);
  }
  if (!both) return found;
  const [kinds, others] = [a.findings.join(', '), b.findings.join(', ')];
  if (kinds !== others)
    found.push(`${a.model}: one finds ${kinds || 'nothing'}, the other ${others || 'nothing'}`);
  const shared = Object.keys(a.states[0] ?? {}).filter((name) => name in (b.states[0] ?? {}));
  const [states, otherStates] = [spelled(a.states, shared), spelled(b.states, shared)];
  for (const state of states)
    if (!otherStates.has(state)) found.push(`${a.model}: only one reaches ${state}`);
  for (const state of otherStates)
    if (!states.has(state)) found.push(`${a.model}: only the other reaches ${state}`);
  return found;
}

const spelled = (states: ModelResult['states'], names: readonly string[]): Set<string> =>
  new Set(states.map((state) => names.map((name) => `${name}=${String(state[name])}`).join(' ')));

function resultsOf(json: object): ModelResult[] {
  const results = field(json, 'results');
  return Array.isArray(results) ? results.flatMap((result: unknown) => resultOf(result)) : [];
}

function resultOf(result: unknown): ModelResult[] {
  const model = field(result, 'model');
  if (typeof model !== 'string') return [];
  const verdict = field(result, 'verdict');
  return [
    {
      model,
      complete: isComplete(result),
      verdict: typeof verdict === 'string' ? verdict : undefined,
      bounded: list(field(result, 'bounded')).length > 0,
      states: list(field(result, 'outcomes')).flatMap((outcome) => {
        const state = field(outcome, 'state');
        return isRecord(state) ? [state] : [];
      }),
      findings: [
        ...new Set(
          list(field(result, 'findings')).map((f) => `${field(f, 'kind')} at line ${field(f, 'line')}`),
        ),
      ].sort(),
    },
  ];
}

/** Whether some engine saw everything. An engine that a limit stopped may miss findings, and that contradicts nothing. */
function isComplete(result: unknown): boolean {
  const engines = field(result, 'engines');
  if (field(result, 'complete') === false) return false;
  return !isRecord(engines) || Object.values(engines).some((engine) => field(engine, 'complete') === true);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const field = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
