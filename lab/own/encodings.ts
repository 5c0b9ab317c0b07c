// The table `encodings`: the ways to say to a solver that a relation has no cycle (symbolic/acyclic), against each other.

import { type Encoding, encodings as encodingNames, SymbolicEngine } from '#diptych/symbolic/index.js';
import { askCheck } from '#diptych/verdict/check.js';
import { startEngines } from '#diptych/verdict/engines.js';
import { type PaperGroup, paperProgram, paperVariant } from '../papers/manifest.js';
import { paperSubject } from '../parts.js';
import { cpuLimit, median, repeated, timed } from '../run/measure.js';
import {
  type Cell,
  type Cells,
  type Column,
  type Experiment,
  isOver,
  type Limit,
  type MeasuredRow,
  type Part,
  type Plot,
  type Row,
  type Scale,
  type Section,
  timeCell,
} from '../table.js';
import { pointOf } from './families.js';
import { type KnownStates, knownStates, mixedProgram } from './mixedPrograms.js';

const questions = ['reachable', 'unreachable', 'robust'] as const;
type Question = (typeof questions)[number];

const sizes: Readonly<Record<Scale, readonly number[]>> = {
  quick: [12, 48],
  full: [12, 24, 48, 96, 144, 200],
};
const seeds: Readonly<Record<Scale, readonly number[]>> = { quick: [1], full: [1, 2, 3] };
const sizeKey = (events: number): string => `events${events}`;

const mixedSection = (scale: Scale): Section => ({
  name: 'mixed',
  title: 'Growing programs',
  about: [
    'Random straight-line programs of four threads under TSO: is a final state of all registers that is reachable, reachable? One that is not? Is the program robust? Milliseconds of encoding and solving in a warm process, median of three programs.',
  ],
  columns: [
    { key: 'question', head: 'question', unit: 'text' },
    { key: 'encoding', head: 'encoding', unit: 'text' },
    ...sizes[scale].map((events): Column => ({ key: sizeKey(events), head: `${events} events`, unit: 'ms' })),
  ],
  rows: questions.flatMap((question) =>
    encodingNames.map(
      (encoding): Row => ({
        id: `${question} ${encoding}`,
        cells: { question, encoding },
        parts: [
          {
            name: 'sizes',
            time: sizeKey(sizes[scale].at(-1) ?? 0),
            limitSeconds: 120,
            measure: (limit) => measureSizes(question, encoding, scale, limit),
          },
        ],
      }),
    ),
  ),
});

/** Larger programs are not tried after one without an answer. */
async function measureSizes(
  question: Question,
  encoding: Encoding,
  scale: Scale,
  { timeLimitMs }: Limit,
): Promise<Cells> {
  const engine = await SymbolicEngine.start();
  const share = { timeLimitMs: timeLimitMs / 12 };
  const cells: Record<string, Cell> = {};
  const warm = mixedProgram(24, 0);
  repeated(() => void engine.robust(warm, { model: 'tso', encoding }), {
    seconds: scale === 'quick' ? 0.3 : 1,
    most: 20,
  });
  for (const events of sizes[scale]) {
    const times: Cell[] = [];
    for (const seed of seeds[scale]) {
      const test = mixedProgram(events, seed);
      const states = question === 'robust' ? undefined : knownStates(engine, test);
      if (question !== 'robust' && states === undefined) continue;
      const ask = (): boolean =>
        answered(engine, question, states, test, { model: 'tso', encoding, ...cpuLimit(share) });
      const first = await timed(ask);
      if (first.value && first.seconds < 1)
        times.push(1000 * median(repeated(() => void ask(), { seconds: 0.5, most: 3 })));
      else times.push(first.value ? 1000 * first.seconds : timeCell(first.seconds, false));
    }
    const over = times.find(isOver);
    cells[sizeKey(events)] = over ?? median(times.filter((time) => typeof time === 'number'));
    if (over !== undefined) break;
  }
  return cells;
}

function answered(
  engine: SymbolicEngine,
  question: Question,
  states: KnownStates | undefined,
  test: Parameters<SymbolicEngine['robust']>[0],
  options: Parameters<SymbolicEngine['robust']>[1],
): boolean {
  if (question === 'robust' || states === undefined) return engine.robust(test, options).robust !== 'unknown';
  return engine.reachable(test, states[question], options).reachable !== 'unknown';
}

/** Group, program, variant. */
const programs: Readonly<Record<Scale, readonly (readonly [PaperGroup, string, string])[]>> = {
  quick: [['nidhugg', 'peterson', 'pso']],
  full: [
    ['nidhugg', 'dekker', 'pso'],
    ['nidhugg', 'peterson', 'pso'],
    ['nidhugg', 'lamport', 'unfenced'],
    ['nidhugg', 'lamport', 'pso'],
    ['nidhugg', 'parker', 'unfenced'],
    ['nidhugg', 'pgsql', 'unfenced'],
    ['rivals', 'dekker8', 'pso'],
    ['rivals', 'ring8', 'tso'],
    ['rivals', 'increments5', 'unfenced'],
  ],
};

function programSection(scale: Scale): Section {
  const rows = programs[scale].map(([group, name, variantName]): Row => {
    const program = paperProgram(group, name);
    const variant = paperVariant(program, variantName);
    return {
      id: `${name} ${variantName}`,
      cells: { program: `${group}/${name}`, variant: variantName },
      parts: encodingNames.map(
        (encoding): Part => ({
          name: encoding,
          time: encoding,
          measure: async (limit) => {
            const engines = await startEngines('symbolic');
            const subject = paperSubject(program, variant);
            const read = await subject.read();
            const limits = { unroll: subject.unroll, encoding, ...cpuLimit(limit) };
            const { value, seconds } = await timed(() =>
              askCheck(read, { models: ['tso'], engines, limits, strict: false }),
            );
            const [{ verdict }] = value.results;
            return { [encoding]: timeCell(seconds, verdict !== 'unknown'), [`${encoding}Verdict`]: verdict };
          },
        }),
      ),
      finish: (cells) => {
        const verdicts = new Set(encodingNames.map((name) => cells[`${name}Verdict`] ?? 'unknown'));
        verdicts.delete('unknown');
        return verdicts.size < 2
          ? { cells: { verdict: [...verdicts].at(0) ?? 'unknown' } }
          : { problems: [{ kind: 'disagreement', message: 'encodings give different verdicts' }] };
      },
    };
  });
  return {
    name: 'programs',
    title: "The papers' programs",
    about: [
      '`diptych check --model tso --engine symbolic --encoding NAME`, CPU seconds in a new process, start not counted.',
    ],
    columns: [
      { key: 'program', head: 'program', unit: 'text' },
      { key: 'variant', head: 'variant', unit: 'text' },
      { key: 'verdict', head: 'verdict', unit: 'text' },
      ...encodingNames.map((name): Column => ({ key: name, head: name, unit: 's' })),
    ],
    rows,
  };
}

function plots(sections: readonly Section<MeasuredRow>[]): Plot[] {
  const rows = sections.find(({ name }) => name === 'mixed')?.rows ?? [];
  return [
    {
      name: 'mixed',
      title: 'Encodings of acyclicity under TSO: CPU time against events',
      x: { label: 'events', log: true },
      y: { label: 'milliseconds', log: true },
      panels: questions.map((question) => ({
        title: question,
        series: encodingNames.map((encoding) => {
          const own = rows.find(({ cells }) => cells.question === question && cells.encoding === encoding);
          return {
            name: encoding,
            points: sizes.full.flatMap((events) => pointOf(events, own?.cells[sizeKey(events)], 1000)),
          };
        }),
      })),
    },
  ];
}

export const encodings: Experiment = {
  name: 'encodings',
  title: 'Encodings of acyclicity',
  about: [
    'The symbolic engine says to the solver that a relation has no cycle in one of these ways: by eliminating vertices (the default), lazily, by adding a clause for each cycle that a solution has, by clocks that are bit vectors or integers, or by the transitive closure.',
  ],
  limitSeconds: { quick: 5, full: 10 },
  plan: (scale) => [mixedSection(scale), programSection(scale)],
  plots,
};
