// Workers that lie, each in its own way: what each sends in place of an honest answer, and the command that it is to mislead.

import { join } from 'node:path';

const benchmarks = join(import.meta.dirname, '..', '..', 'benchmarks');
const litmus = (name: string): string => join(benchmarks, 'litmus', `${name}.litmus`);
const c = (name: string): string => join(benchmarks, 'c', `${name}.c`);

type Fields = Readonly<Record<string, unknown>>;

export interface Liar {
  readonly name: string;
  readonly command: readonly string[];
  /** The lie in place of `honest`, the answer to `question`. */
  readonly lie: (honest: Fields, question: Fields) => unknown;
  /** Honest workers work beside it. */
  readonly beside?: number;
  /** How many answers it gives honestly before it begins to lie. */
  readonly honestFirst?: number;
}

const check = ['check', '--json'];
const outcomes = ['outcomes', '--json'];
const only = (kind: string, lie: Liar['lie']): Liar['lie'] =>
  function onlyKind(honest, question) {
    return question.kind === kind ? lie(honest, question) : honest;
  };
const list = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value : []);
const nothing = {
  outcomes: [],
  findings: [],
  flawed: [],
  cutLoops: [],
  complete: true,
  statistics: { ms: 1 },
};
const escapes = '\u001b]0;owned\u0007\u001b[2J';

/** Two programs: with one, its engines are divided into branches. */
const files = [litmus('SB'), litmus('MP')];

export const liars: readonly Liar[] = [
  {
    name: 'no final state, for both engines',
    command: [...outcomes, ...files],
    lie: only('explore', () => nothing),
  },
  {
    name: 'no final state, beside an honest worker',
    command: [...outcomes, ...files],
    beside: 1,
    lie: only('explore', () => nothing),
  },
  {
    name: 'one final state is left out',
    command: [...outcomes, ...files],
    lie: only('explore', (a) => ({ ...a, outcomes: list(a.outcomes).slice(1) })),
  },
  {
    name: 'honest first, and then one final state is left out',
    command: [...outcomes, ...files],
    honestFirst: 3,
    lie: only('explore', (a) => ({ ...a, outcomes: list(a.outcomes).slice(0, -1) })),
  },
  {
    name: 'no assertion fails',
    command: [...check, '-m', 'sc,tso', c('dekker'), litmus('SB')],
    lie: only('explore', (a) => ({ ...a, findings: [], outcomes: a.outcomes })),
  },
  {
    name: 'no assertion fails, and it is blind to those',
    command: [...check, '-m', 'tso', c('dekker'), litmus('SB')],
    lie: only('explore', (a) => ({ ...a, findings: [], blindTo: ['assertion', 'deadlock'] })),
  },
  {
    name: 'a loop was cut that is not there',
    command: [...check, ...files],
    beside: 1,
    lie: only('explore', (a) => ({ ...a, cutLoops: [{ thread: 0, label: 'L0' }] })),
  },
  {
    name: 'no loop was cut',
    command: [...check, '-m', 'sc', '--unroll', '1', c('barrier_cond'), litmus('SB')],
    lie: only('explore', (a) => ({ ...a, cutLoops: [] })),
  },
  {
    name: 'an execution that does not show what it should',
    command: [...check, ...files],
    lie: only('explore', (a) => ({
      ...a,
      flawed: list(a.outcomes).map(({ schedule }) => ({
        claim: { kind: 'outcome', outcome: [7, 7, 7, 7] },
        schedule,
      })),
    })),
  },
  {
    name: 'a final state of numbers that are none',
    command: [...outcomes, ...files],
    lie: only('explore', (a) => ({
      ...a,
      flawed: list(a.outcomes).map(({ schedule }) => ({
        claim: { kind: 'outcome', outcome: ['999999999999'] },
        schedule,
      })),
    })),
  },
  {
    name: 'the engine refuses the program, in words that steer the terminal',
    command: [...check, ...files],
    lie: only('explore', () => ({
      ...nothing,
      complete: false,
      shortfall: { kind: 'unsupported', diagnostic: { code: 'unsupported', message: escapes } },
    })),
  },
  {
    name: 'a time limit that nobody set',
    command: [...check, ...files],
    lie: only('explore', () => ({ ...nothing, complete: false, shortfall: { kind: 'time' } })),
  },
  {
    name: 'figures that are no numbers, with names that steer the terminal',
    command: [...check, ...files],
    lie: only('explore', (a) => ({ ...a, statistics: { ms: Number.NaN, [escapes]: -1 } })),
  },
  {
    name: 'the answer to another question',
    command: [...outcomes, ...files],
    lie: only('explore', (_, q) => ({
      ...nothing,
      outcomes: [
        { outcome: [0, 0, 0, 0], schedule: [{ kind: 'execute', thread: q.model === 'sc' ? 0 : 1 }] },
      ],
    })),
  },
  {
    name: 'an answer that nests too deeply to be read',
    command: [...check, ...files],
    lie: () => JSON.parse(`${'['.repeat(1500)}${']'.repeat(1500)}`),
  },
  {
    name: 'robust',
    command: ['robust', '--json', ...files],
    lie: only('robust', () => ({ robust: true, cutLoops: [], statistics: { ms: 1 } })),
  },
  {
    name: 'the engine cannot tell',
    command: ['robust', '--json', ...files],
    lie: only('robust', () => null),
  },
  {
    name: 'monitors that see nothing',
    command: ['robust', '--json', ...files],
    lie: only('monitor', (a) => ({
      ...a,
      answers: list(a.answers).map(() => ({ robust: true, pairs: [] })),
    })),
  },
  {
    name: 'a monitor that denies without an execution',
    command: ['robust', '--json', litmus('MP'), litmus('LB')],
    beside: 1,
    lie: only('monitor', (a) => ({
      ...a,
      answers: list(a.answers).map(() => ({ robust: false, pairs: [] })),
    })),
  },
  {
    name: 'every final state is one of SC',
    command: ['robust', '--json', ...files],
    lie: only('states', () => ({ robust: true })),
  },
  {
    name: 'no data race',
    command: ['races', '--json', c('dekker'), litmus('SB')],
    lie: only('races', () => ({
      races: [],
      cutShort: [],
      cutLoops: [],
      complete: true,
      statistics: { ms: 1 },
    })),
  },
  {
    name: 'branches without executions',
    command: [...outcomes, '--engine', 'explicit', c('dekker')],
    lie: only('branches', (a) => ({
      ...a,
      outcomes: [],
      executions: 0,
      blocked: 0,
      ends: list(a.ends).map(() => ({ crossings: [] })),
    })),
  },
  {
    name: 'branches of which the rest is left out',
    command: [...check, '-m', 'pso', '--engine', 'explicit', c('bakery')],
    lie: only('branches', (a) => ({ ...a, ends: list(a.ends).map(() => ({ crossings: [] })) })),
  },
  {
    name: 'branches beside the symbolic engine, both without final states',
    command: [...outcomes, litmus('SB')],
    lie: (a, q) =>
      q.kind === 'branches'
        ? { ...a, outcomes: [], executions: 0, ends: list(a.ends).map(() => ({ crossings: [] })) }
        : nothing,
  },
  {
    name: 'a disagreement of random programs that is none',
    command: ['crosscheck', '--json', '--random', '4', '--size', '3', '--only', 'monitors'],
    lie: only('crosscheck', (a) => ({
      ...a,
      conflicts: [
        {
          name: escapes,
          program: 'P0 | P1 ;',
          disagreements: [],
          smallest: { program: 'P0 | P1 ;', disagreements: [] },
        },
      ],
    })),
  },
  {
    name: 'agreements that nobody has looked for',
    command: ['crosscheck', '--json', '--random', '12', '--size', '3', '--only', 'monitors'],
    lie: only('crosscheck', (a) => ({ ...a, queries: 5000, agreements: 5000 })),
  },
];
