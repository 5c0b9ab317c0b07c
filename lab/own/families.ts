// Families of programs that grow (generate/families.ts): how both engines grow with them.

import type { WeakModel } from '#diptych/explicit/monitors/index.js';
import type { EngineName } from '#diptych/verdict/engine.js';
import { agreement, engineNames, familySubject, robustParts, verdictOf } from '../parts.js';
import {
  type Cell,
  isOver,
  type MeasuredRow,
  type Plot,
  type Point,
  type Row,
  type Scale,
  type Section,
} from '../table.js';

interface Sizes {
  /** For both engines. */
  readonly both: readonly number[];
  /** Beyond what can be explored. */
  readonly symbolic: readonly number[];
}

/** Sizes at which the growth shows before the limit comes. */
const sizes: Readonly<Record<string, Sizes>> = {
  wr1: { both: [2, 3, 4, 5, 6], symbolic: [8, 12] },
  wr2: { both: [2, 3, 4, 5], symbolic: [8, 12] },
  ring: { both: [4, 8, 12, 16], symbolic: [24, 32] },
  'ring-fenced': { both: [4, 8, 12, 16], symbolic: [24, 32] },
  lastzero: { both: [4, 6, 8, 10, 12], symbolic: [16] },
  readers: { both: [4, 8, 12, 16], symbolic: [24, 32] },
  writers: { both: [2, 4, 6, 8, 10], symbolic: [16, 32] },
  'mutex-inc': { both: [2, 4, 6, 8], symbolic: [10, 12] },
  'fetch-add': { both: [2, 4, 6, 8, 10], symbolic: [16, 24] },
  dekker: { both: [1, 2, 3, 4], symbolic: [6, 8] },
  'dekker-fenced': { both: [1, 2, 3, 4, 5], symbolic: [6, 8] },
  'fib-join': { both: [2, 3, 4, 5], symbolic: [6] },
  'fib-racing': { both: [2, 3, 4, 5], symbolic: [6] },
};

const quickSizes: Readonly<Record<string, Sizes>> = {
  'fetch-add': { both: [2, 4, 6], symbolic: [] },
  'dekker-fenced': { both: [1, 2, 3], symbolic: [] },
};

/** Where PSO differs from TSO, or could. */
const psoFamilies = ['ring', 'writers', 'dekker', 'dekker-fenced', 'fib-join'];

const modelsOf = (family: string, scale: Scale): readonly WeakModel[] =>
  scale === 'full' && psoFamilies.includes(family) ? ['tso', 'pso'] : ['tso'];

export const familySection = (scale: Scale): Section => ({
  name: 'families',
  title: 'Families that grow',
  about: [
    'Is the program robust? The explicit engine looks at traces of the weak machine until one is not sequentially consistent, the symbolic one asks for a trace with a happens-before cycle.',
  ],
  columns: [
    { key: 'family', head: 'family', unit: 'text' },
    { key: 'n', head: 'n', unit: 'plain' },
    { key: 'model', head: 'model', unit: 'text' },
    { key: 'verdict', head: 'verdict', unit: 'text' },
    { key: 'traces', head: 'traces seen', unit: 'count' },
    { key: 'explicitTime', head: 'explicit, s', unit: 's' },
    { key: 'explicitMemory', head: 'MB', unit: 'MB' },
    { key: 'events', head: 'events', unit: 'count' },
    { key: 'clauses', head: 'clauses', unit: 'count' },
    { key: 'solveSeconds', head: 'solver, s', unit: 's' },
    { key: 'symbolicTime', head: 'symbolic, s', unit: 's' },
    { key: 'symbolicMemory', head: 'MB', unit: 'MB' },
    { key: 'agreement', head: 'engines', unit: 'text' },
  ],
  rows: Object.entries(scale === 'quick' ? quickSizes : sizes).flatMap(([family, { both, symbolic }]) =>
    modelsOf(family, scale).flatMap((model) => [
      ...both.map((n) => familyRow(family, n, model, engineNames)),
      ...symbolic.map((n) => familyRow(family, n, model, ['symbolic'])),
    ]),
  ),
});

const familyRow = (family: string, n: number, model: WeakModel, engines: readonly EngineName[]): Row => ({
  id: `${family} ${n} ${model}`,
  cells: { family, n, model, ...(engines.includes('explicit') ? {} : { explicitTime: 'not tried' }) },
  parts: robustParts(familySubject(family, n), model, engines),
  finish: (cells) => {
    const agreed = agreement(cells);
    return { cells: { ...agreed.cells, verdict: verdictOf(cells) }, problems: agreed.problems };
  },
});

/** Time against size, a panel per family. */
export const familyPlots = (sections: readonly Section<MeasuredRow>[]): Plot[] => {
  const rows = sections.find(({ name }) => name === 'families')?.rows ?? [];
  return (['tso', 'pso'] as const).flatMap((model): Plot[] => {
    const own = rows.filter(({ cells }) => cells.model === model);
    const families = [...new Set(own.map(({ cells }) => String(cells.family)))];
    if (families.length === 0) return [];
    return [
      {
        name: `families-${model}`,
        title: `Is it robust under ${model.toUpperCase()}? CPU time against size`,
        x: { label: 'n', log: true },
        y: { label: 'CPU seconds', log: true },
        panels: families.map((family) => ({
          title: family,
          series: engineNames.map((name) => ({
            name,
            points: own
              .filter(({ cells }) => cells.family === family)
              .flatMap(({ cells }) => pointOf(cells.n, cells[`${name}Time`])),
          })),
        })),
      },
    ];
  });
};

/** The point of two cells; `perSecond` of the unit of y are a second. */
export function pointOf(x: Cell | undefined, y: Cell | undefined, perSecond = 1): Point[] {
  if (typeof x !== 'number') return [];
  if (isOver(y)) return [{ x, y: y.over * perSecond, over: true }];
  return typeof y === 'number' && y > 0 ? [{ x, y }] : [];
}
