// Experiments and the tables they become. `diptych tables` runs the experiments of index.ts and writes each as
// NAME.json, from which NAME.md, NAME.csv and the plots are made (files/).
//
// How to add one: a file that exports an `Experiment`, and a line in index.ts.
//
// - `plan(scale)` gives the sections with their columns and rows. It is called again in every process that measures, so it
//   must be cheap and always the same; read programs inside `measure`, not here. The quick scale has the few rows that fit
//   into seconds.
// - A row has the cells that are known from the start (names, the paper's figures) and parts to measure. Each part runs in
//   a process of its own, so that its CPU time and its memory are its own. It is told how long it may take and returns more
//   cells. Columns show cells by key; cells without a column are kept in the JSON.
// - Parts that several experiments have in common carry the same `shared` key and are measured once. `checkParts` and
//   `robustParts` (parts.ts) ask one engine each about a program; `timed` and `peakMemory` (run/measure.ts) measure other things.
// - A part that does not come to an end is stopped; its `time` cell then says after how many seconds ({ over: 20 }). A part
//   that notices the limit by itself says it in the same way (`timeCell`).
// - `finish` sees all cells of a row: it adds those that follow from others, and says what is wrong (`verdictProblems`,
//   `agreement` in parts.ts). A wrong verdict makes the exit status 1, a disagreement of the engines 3.

/** Where other programs are, by name. */
export type Tools = Readonly<Record<string, string>>;

/** A figure, a word, or the seconds that were spent without an answer. Absent and null: there is none. */
export type Cell = string | number | boolean | null | Over;

interface Over {
  readonly over: number;
}

export type Cells = Readonly<Record<string, Cell>>;

/** How a figure is written. Times are CPU times. */
export type Unit = 'text' | 'count' | 's' | 'ms' | 'ns' | 'MB' | 'percent' | 'plain';

export interface Column {
  /** Of the cells it shows. */
  readonly key: string;
  readonly head: string;
  readonly unit: Unit;
  /** Figures of others, from papers or measured with other tools. */
  readonly published?: boolean;
  /** It does not depend on the machine: another build must have the same value. */
  readonly answer?: boolean;
}

export type Scale = 'quick' | 'full';

export interface Limit {
  /** CPU time for the whole part. Engines that are asked with `cpuLimit` of it (run/measure.ts) end by themselves. */
  readonly timeLimitMs: number;
}

export interface Part {
  /** Unique in its row. */
  readonly name: string;
  /** The key of the cell that says how long it took. */
  readonly time: string;
  /** Parts with equal keys are the same measurement. */
  readonly shared?: string;
  /** In place of the limit of the experiment. */
  readonly limitSeconds?: number;
  measure(limit: Limit): Cells | Promise<Cells>;
}

export interface Problem {
  /** `failed`: the measurement itself ended with an error. */
  readonly kind: 'verdict' | 'disagreement' | 'failed';
  readonly message: string;
}

export interface Finished {
  readonly cells?: Cells;
  readonly problems?: readonly Problem[];
}

export interface Row {
  /** Unique in its section; short, for progress and messages. */
  readonly id: string;
  readonly cells: Cells;
  readonly parts: readonly Part[];
  finish?(cells: Cells): Finished;
}

/** Rows with the same columns. */
export interface Section<R = Row> {
  /** Part of file names, unique in the experiment. */
  readonly name: string;
  readonly title: string;
  /** Paragraphs before the rows. */
  readonly about?: readonly string[];
  readonly columns: readonly Column[];
  readonly rows: readonly R[];
}

export interface Experiment {
  /** The argument of `diptych tables`, and the name of its files. */
  readonly name: string;
  readonly title: string;
  /** The paper of the experiment, with the figure or table there. */
  readonly paper?: string;
  /** Paragraphs that say what is measured. */
  readonly about: readonly string[];
  /** Seconds for each part. */
  readonly limitSeconds: Readonly<Record<Scale, number>>;
  /** It runs another build of diptych by itself, in turns with this one; elsewhere run/otherBuild.ts does, row by row. */
  readonly runsOtherBuild?: boolean;
  /** `tools` are other programs to run beside diptych, for experiments that know them. */
  plan(scale: Scale, tools?: Tools): readonly Section[];
  /** Where and why figures differ from the paper's, and what follows from them. */
  readonly notes?: readonly string[];
  plots?(sections: readonly Section<MeasuredRow>[]): readonly Plot[];
}

export interface MeasuredRow {
  readonly id: string;
  readonly cells: Cells;
  readonly problems?: readonly Problem[];
}

/** Panels side by side with common labels. */
export interface Plot {
  /** Part of the file name. */
  readonly name: string;
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly panels: readonly Panel[];
}

export interface Axis {
  readonly label: string;
  readonly log: boolean;
}

export interface Panel {
  readonly title: string;
  readonly series: readonly Series[];
}

interface Series {
  /** Series of the same name look alike in all panels. */
  readonly name: string;
  readonly points: readonly Point[];
}

export interface Point {
  readonly x: number;
  readonly y: number;
  /** It took longer than this. */
  readonly over?: boolean;
}

/** The machine of a measurement, so that it can be repeated. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly platform: string;
  readonly node: string;
  /** Measurements at the same time. */
  readonly jobs: number;
}

/** The outcome of an experiment: everything that its files show. */
export interface Table {
  readonly name: string;
  readonly title: string;
  readonly paper?: string;
  readonly about: readonly string[];
  readonly command: string;
  readonly scale: Scale;
  readonly limitSeconds: number;
  readonly machine: Machine;
  readonly sections: readonly Section<MeasuredRow>[];
  readonly plots: readonly Plot[];
  readonly notes: readonly string[];
}

export const isOver = (cell: Cell | undefined): cell is Over =>
  typeof cell === 'object' && cell !== null && 'over' in cell;

/** A time that was measured, or after which there was no answer. */
export const timeCell = (seconds: number, finished: boolean): Cell =>
  finished ? seconds : { over: seconds };
