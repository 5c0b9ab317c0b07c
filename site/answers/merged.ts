// Both engines' answers about states and findings, put together: each state and each finding once, with the models that have it and
// the engines that found it.

import type { ModelName } from '../../src/execution/execution.js';
import type { SourceSpan } from '../../src/program/statement.js';
import { present } from '../../src/support/present.js';
import type { EngineName } from '../../src/verdict/engine.js';
import type { FindingView, ModelStates, Run, Source } from '../protocol.js';

export interface Row {
  readonly key: string;
  readonly values: readonly string[];
  /** By model that reaches it; undefined where no execution was kept. */
  readonly runs: ReadonlyMap<ModelName, Run | undefined>;
  /** SC does not reach it, and everything under SC is known. */
  readonly nonSc: boolean;
}

export interface Found {
  readonly key: string;
  readonly kind: FindingView['kind'];
  readonly message: string;
  readonly thread: string;
  readonly at?: SourceSpan;
  readonly models: readonly ModelName[];
  readonly engines: readonly EngineName[];
  readonly runs: ReadonlyMap<ModelName, Run>;
}

export interface Merged {
  readonly models: readonly ModelName[];
  readonly observed: readonly string[];
  /** Those that SC does not reach come first. */
  readonly rows: readonly Row[];
  readonly findings: readonly Found[];
  /** Models about which some engine knows everything. */
  readonly known: ReadonlySet<ModelName>;
  /** Models about which both engines know everything. */
  readonly confirmed: ReadonlySet<ModelName>;
  /** Where the engines contradict each other, in words. */
  readonly differences: readonly string[];
  /** Loops and calls cut at the bound. */
  readonly bounded: readonly string[];
  readonly shortfalls: readonly string[];
  readonly ms: number;
}

export function merge({ models }: Pick<Source, 'models'>, states: readonly ModelStates[]): Merged {
  const known = new Set(states.filter(({ complete }) => complete).map(({ model }) => model));
  const confirmed = new Set(
    models.filter((model) => states.filter((one) => one.model === model && one.complete).length > 1),
  );
  const rows = rowsOf(states, known);
  return {
    models,
    observed: states[0]?.observed ?? [],
    rows: rows.sort((a, b) => Number(b.nonSc) - Number(a.nonSc) || compare(a.values, b.values)),
    findings: findingsOf(states, models),
    known,
    confirmed,
    differences: models.flatMap((model) => differences(states.filter((one) => one.model === model))),
    bounded: [...new Set(states.flatMap(({ bounded }) => bounded))],
    shortfalls: states.flatMap(({ engine, model, shortfall }) =>
      shortfall === undefined ? [] : [`${engine} engine under ${model.toUpperCase()}: ${shortfall}`],
    ),
    ms: states.reduce((sum, { ms }) => sum + ms, 0),
  };
}

const rowKey = (values: readonly string[]): string => values.join('\u0000');

function rowsOf(states: readonly ModelStates[], known: ReadonlySet<ModelName>): Row[] {
  const rows = new Map<string, { values: readonly string[]; runs: Map<ModelName, Run | undefined> }>();
  for (const { model, states: own } of states)
    for (const { values, run } of own) {
      const row = rows.get(rowKey(values)) ?? { values, runs: new Map<ModelName, Run | undefined>() };
      rows.set(rowKey(values), row);
      row.runs.set(model, row.runs.get(model) ?? run);
    }
  return [...rows].map(([key, { values, runs }]) => ({
    key,
    values,
    runs,
    nonSc: known.has('sc') && !runs.has('sc'),
  }));
}

function findingsOf(states: readonly ModelStates[], models: readonly ModelName[]): Found[] {
  const all = states.flatMap(({ model, engine, findings }) =>
    findings.map((finding) => ({ ...finding, model, engine })),
  );
  return [...new Set(all.map(({ key }) => key))].map((key) => {
    const same = all.filter((one) => one.key === key);
    const [{ kind, message, thread, at }] = same;
    return {
      key,
      kind,
      message,
      thread,
      models: models.filter((model) => same.some((one) => one.model === model)),
      engines: [...new Set(same.map(({ engine }) => engine))],
      runs: new Map(same.flatMap(({ model, run }) => (run === undefined ? [] : [[model, run] as const]))),
      ...present({ at }),
    };
  });
}

/** An engine that has seen everything denies all that it does not list. */
function differences(answers: readonly ModelStates[]): string[] {
  const found: string[] = [];
  for (const denier of answers) {
    if (!denier.complete) continue;
    const rows = new Set(denier.states.map(({ values }) => rowKey(values)));
    const keys = new Set(denier.findings.map(({ key }) => key));
    for (const finder of answers) {
      const words = `${finder.model.toUpperCase()}: the ${finder.engine} engine finds`;
      for (const { values } of finder.states)
        if (!rows.has(rowKey(values)))
          found.push(`${words} ${values.join(' ')}, the ${denier.engine} engine denies it`);
      for (const { key, kind, message } of finder.findings)
        if (!keys.has(key) && !denier.blindTo.includes(kind))
          found.push(`${words} ${kind}: ${message}, the ${denier.engine} engine denies it`);
    }
  }
  return found;
}

function compare(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < a.length; i++)
    if (a[i] !== b[i]) return Number(a[i]) - Number(b[i]) || a[i].localeCompare(b[i]);
  return 0;
}
