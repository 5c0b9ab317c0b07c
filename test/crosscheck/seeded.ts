// Runs cross-checking on a copy of diptych that has a bug: the sources are loaded once more with one of them
// changed. Answers of a symbolic engine that is not affected are kept, so that they are computed only once.

import { modelNames } from '../../src/execution/execution.js';
import { programOf, type RandomSource } from '../../src/generate/randomSource.js';
import { printProgram } from '../../src/program/printer.js';
import { SymbolicEngine } from '../../src/symbolic/index.js';
import type { Survey } from '../../src/symbolic/survey.js';
import { startZ3 } from '../../src/symbolic/z3/module.js';
import {
  type CrosscheckOptions,
  type crosscheck,
  type Inquiry,
  parts,
  type SymbolicQueries,
} from '../../src/verdict/crosscheck/index.js';
import { loadChanged } from '../changedSources.js';
import type { SeededBug } from './seededBugs.js';

const mostExecutions = 20_000;

const options: CrosscheckOptions = {
  models: modelNames,
  parts,
  unroll: 3,
  maxExecutions: mostExecutions,
  together: true,
  timeLimitMs: 20_000,
};

const sourceOf = ({ plain }: SeededBug): RandomSource => ({
  size: 6,
  ...(plain === true ? { features: [] } : {}),
});

export interface Found {
  /** How many random programs it took from seed 0 on, the failing one included; its seed is one less. */
  readonly programs: number;
  readonly disagreements: readonly Inquiry[];
  readonly program: string;
}

/** Checks the programs of consecutive seeds until one shows the bug. */
export async function findSeededBug(
  bug: SeededBug,
  { from, most }: { readonly from: number; readonly most: number },
): Promise<Found | undefined> {
  const broken = await loadWith(bug);
  const engine = affectsSymbolic(bug) ? await broken.SymbolicEngine.start() : rememberingEngine;
  const source = sourceOf(bug);
  for (let seed = from; seed < from + most; seed++) {
    const program = programOf(seed, source);
    const { disagreements } = broken.crosscheck(program, engine, options);
    if (disagreements.length > 0)
      return { programs: seed + 1, disagreements, program: printProgram(program) };
  }
  return undefined;
}

const affectsSymbolic = ({ file }: SeededBug): boolean => !/^src\/explicit\//.test(file);

const sound = await SymbolicEngine.start();

/** Answers by model and program. */
const surveys = new Map<string, Survey>();

const rememberingEngine: SymbolicQueries = {
  outcomes: (...asked) => sound.outcomes(...asked),
  reachable: (...asked) => sound.reachable(...asked),
  findings: (...asked) => sound.findings(...asked),
  robust: (...asked) => sound.robust(...asked),
  count: (...asked) => sound.count(...asked),
  /** All graphs, however few are expected. */
  survey(program, asked) {
    const key = `${asked.model} ${printProgram(program)}`;
    const known = surveys.get(key) ?? sound.survey(program, { ...asked, most: mostExecutions });
    surveys.set(key, known);
    return known;
  },
};

const brokenParts = `
  export { crosscheck } from './src/verdict/crosscheck/index.js';
  export { SymbolicEngine } from './src/symbolic/index.js';`;

interface Broken {
  readonly crosscheck: typeof crosscheck;
  readonly SymbolicEngine: typeof SymbolicEngine;
}

async function loadWith(bug: SeededBug): Promise<Broken> {
  let used = false;
  const target = bug.file.endsWith('.cat') ? 'src/support/regularFile.ts' : bug.file;
  const broken = await loadChanged<Broken>(brokenParts, (file, code) => {
    if (file === 'src/symbolic/z3/module.ts') return sharedZ3;
    if (file !== target) return undefined;
    used = true;
    return withBug(bug, code);
  });
  if (!used) throw new Error(`${bug.name}: ${bug.file} was not loaded`);
  return broken;
}

/** A cat file is changed where it is read. */
function withBug({ name, file, find, replace }: SeededBug, code: string): string {
  if (!file.endsWith('.cat')) return changed(name, code, find, replace);
  const read = 'decoded(readWithoutWaiting(path, largest))';
  const text = JSON.stringify([file, find, replace]);
  return changed(
    name,
    code,
    read,
    `((text) => {
      const [name, find, replace] = ${text};
      if (!path.endsWith(name)) return text;
      if (!text.includes(find)) throw new Error(find + ' is not in ' + name);
      return text.replace(find, () => replace);
    })(${read})`,
  );
}

function changed(name: string, code: string, find: string, replace: string): string {
  const pieces = code.split(find);
  if (pieces.length !== 2) throw new Error(`${name}: found ${pieces.length - 1} times: ${find}`);
  return pieces.join(replace);
}

/** Z3 itself has no bug: one instance serves all. */
const sharedZ3 = `
  export const startZ3 = () => globalThis[Symbol.for('diptych.z3')];
  export const forgetZ3 = () => undefined;`;

Object.assign(globalThis, { [Symbol.for('diptych.z3')]: startZ3() });
