// Runs experiments: all their parts in one queue, several at a time, each table as soon as its last row is measured.

import { present } from '#diptych/support/present.js';
import type {
  Cells,
  Experiment,
  MeasuredRow,
  Part,
  Problem,
  Row,
  Scale,
  Section,
  Table,
  Tools,
} from '../table.js';
import { thisMachine } from './machine.js';
import type { MeasurePart, PartAddress, PartResult } from './measurePart.js';
import {
  besideOther,
  measureOther,
  type OtherRow,
  type RowAddress,
  sectionBesideOther,
} from './otherBuild.js';

interface RunOptions {
  readonly scale: Scale;
  readonly jobs: number;
  /** In place of the limits that experiments have. */
  readonly timeoutSeconds?: number;
  /** Only rows whose section and id, `families/ring 4 tso`, contain this. */
  readonly only?: string;
  /** Other programs to run beside diptych. */
  readonly tools?: Tools;
  readonly measure: MeasurePart;
  readonly stop: AbortSignal;
  readonly onProgress?: (done: number, total: number, next: string) => void;
}

/** The tables, in the order of the experiments; it ends early when it is stopped. */
export async function* runTables(
  experiments: readonly Experiment[],
  options: RunOptions,
): AsyncGenerator<Table> {
  const queue = new Queue(options);
  const begun = experiments.map((experiment) => begin(experiment, queue, options));
  for (const table of begun) {
    const done = await table;
    if (options.stop.aborted) return;
    yield done;
  }
}

async function begin(experiment: Experiment, queue: Queue, options: RunOptions): Promise<Table> {
  const { scale, timeoutSeconds, jobs, only = '', tools } = options;
  const limitSeconds = timeoutSeconds ?? experiment.limitSeconds[scale];
  const otherBuild = experiment.runsOtherBuild === true ? undefined : tools?.diptych;
  const sections = await Promise.all(
    experiment.plan(scale, tools).map(async (section): Promise<Section<MeasuredRow>> => {
      const wanted = section.rows.filter(({ id }) => `${section.name}/${id}`.includes(only));
      const rows = wanted.map(async (row) => {
        const results = row.parts.map((part) => {
          const seconds = timeoutSeconds ?? part.limitSeconds ?? limitSeconds;
          const address = {
            experiment: experiment.name,
            scale,
            section: section.name,
            row: row.id,
            ...present({ tools }),
          };
          return queue.add(part, { ...address, part: part.name, limit: { timeLimitMs: seconds * 1000 } });
        });
        const other =
          otherBuild === undefined
            ? undefined
            : queue.addOther(otherBuild, {
                experiment: experiment.name,
                section: section.name,
                row: row.id,
                words: wordsOf(options),
              });
        const measured = measuredRow(row, await Promise.all(results));
        return other === undefined ? measured : besideOther(measured, section.columns, await other);
      });
      const done = { ...section, rows: await Promise.all(rows) };
      return otherBuild === undefined ? done : sectionBesideOther(done);
    }),
  );
  const { name, title, paper, about, notes = [] } = experiment;
  return {
    name,
    title,
    ...present({ paper }),
    about,
    command: commandOf(name, options),
    scale,
    limitSeconds,
    machine: thisMachine(jobs),
    sections,
    plots: experiment.plots?.(sections) ?? [],
    notes,
  };
}

const wordsOf = ({ scale, timeoutSeconds }: RunOptions): string[] => [
  ...(scale === 'quick' ? ['--quick'] : []),
  ...(timeoutSeconds === undefined ? [] : ['--timeout', String(timeoutSeconds)]),
];

const commandOf = (name: string, options: RunOptions): string => {
  const { only, tools = {} } = options;
  return [
    `diptych tables ${name}`,
    ...wordsOf(options),
    ...(only === undefined ? [] : [`--only '${only}'`]),
    ...(Object.keys(tools).length === 0 ? [] : [`--with ${Object.keys(tools).join(',')}`]),
  ].join(' ');
};

function measuredRow(row: Row, results: readonly PartResult[]): MeasuredRow {
  let cells: Cells = row.cells;
  const problems: Problem[] = [];
  for (const [i, result] of results.entries()) {
    const { time } = row.parts[i];
    switch (result.kind) {
      case 'measured':
        cells = { ...cells, ...result.cells };
        break;
      case 'over':
        cells = { ...cells, [time]: { over: result.seconds } };
        break;
      case 'failed':
        cells = { ...cells, [time]: 'failed' };
        problems.push({ kind: 'failed', message: `${row.parts[i].name}: ${result.message}` });
        break;
    }
  }
  const finished = row.finish?.(cells);
  const all = [...problems, ...(finished?.problems ?? [])];
  return {
    id: row.id,
    cells: { ...cells, ...finished?.cells },
    ...(all.length > 0 ? { problems: all } : {}),
  };
}

type Interrupted = Extract<PartResult, { readonly kind: 'failed' }>;

/** Parts in the order they came, `jobs` of them at the same time, shared ones once. */
class Queue {
  readonly #options: RunOptions;
  readonly #waiting: (() => Promise<void>)[] = [];
  readonly #shared = new Map<string, { readonly limitMs: number; readonly result: Promise<PartResult> }>();
  #running = 0;
  #total = 0;
  #done = 0;

  constructor(options: RunOptions) {
    this.#options = options;
  }

  add({ shared }: Part, address: PartAddress): Promise<PartResult> {
    const { timeLimitMs } = address.limit;
    const known = shared === undefined ? undefined : this.#shared.get(shared);
    if (known !== undefined && known.limitMs >= timeLimitMs) return known.result;
    const { measure, stop } = this.#options;
    const result = this.#enqueue(`${address.experiment}: ${address.row}`, () => measure(address, stop));
    if (shared !== undefined) this.#shared.set(shared, { limitMs: timeLimitMs, result });
    return result;
  }

  addOther(path: string, address: RowAddress): Promise<OtherRow> {
    const name = `${address.experiment}: ${address.row}, the other build`;
    return this.#enqueue(name, () => measureOther(path, address, this.#options.stop));
  }

  #enqueue<T>(name: string, measure: () => Promise<T>): Promise<T | Interrupted> {
    const { stop, onProgress } = this.#options;
    this.#total++;
    return new Promise((resolve) => {
      this.#waiting.push(async () => {
        onProgress?.(this.#done, this.#total, name);
        resolve(stop.aborted ? { kind: 'failed', message: 'interrupted' } : await measure());
        this.#done++;
      });
      // Everything is put into the queue before anything begins: then the total is known.
      setImmediate(() => this.#next());
    });
  }

  #next(): void {
    if (this.#running >= this.#options.jobs) return;
    const work = this.#waiting.shift();
    if (work === undefined) return;
    this.#running++;
    void work().finally(() => {
      this.#running--;
      this.#next();
    });
  }
}
