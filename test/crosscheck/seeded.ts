// Runs cross-checking on a copy of diptych that has a bug: the sources are loaded once more through Vite, with one of them
// changed on the way. Answers of a symbolic engine that is not affected are kept, so that they are computed only once.

import { fileURLToPath } from 'node:url';
import { createServer, type Plugin } from 'vite';
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
import type { SeededBug } from './seededBugs.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

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
  try {
    const engine = affectsSymbolic(bug) ? await broken.startEngine() : rememberingEngine;
    const source = sourceOf(bug);
    for (let seed = from; seed < from + most; seed++) {
      const program = programOf(seed, source);
      const { disagreements } = broken.crosscheck(program, engine, options);
      if (disagreements.length > 0)
        return { programs: seed + 1, disagreements, program: printProgram(program) };
    }
    return undefined;
  } finally {
    await broken.close();
  }
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

interface Broken {
  readonly crosscheck: typeof crosscheck;
  startEngine(): Promise<SymbolicEngine>;
  close(): Promise<void>;
}

async function loadWith(bug: SeededBug): Promise<Broken> {
  const used = { bug: false };
  const server = await createServer({
    root,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true, include: [] },
    plugins: [seed(bug, used), sharedZ3],
  });
  const { crosscheck: broken } = await server.ssrLoadModule('/src/verdict/crosscheck/index.ts');
  const symbolic = await server.ssrLoadModule('/src/symbolic/index.ts');
  if (!used.bug) throw new Error(`${bug.name}: ${bug.file} was not loaded`);
  return {
    crosscheck: broken,
    startEngine: () => symbolic.SymbolicEngine.start(),
    close: () => server.close(),
  };
}

/** Changes the source of the bug's file. A cat file is changed where it is read. */
function seed({ name, file, find, replace }: SeededBug, used: { bug: boolean }): Plugin {
  const cat = file.endsWith('.cat');
  const target = `${root}${cat ? 'src/support/regularFile.ts' : file}`;
  return {
    name: 'seeded-bug',
    enforce: 'pre',
    transform(code, id) {
      if (id !== target) return undefined;
      used.bug = true;
      if (!cat) return changed(name, code, find, replace);
      const read = "return readFileSync(path, 'utf8').replace(/^\\uFEFF/, '');";
      const text = JSON.stringify([file, find, replace]);
      return changed(
        name,
        code,
        read,
        `const text = readFileSync(path, 'utf8');
        const [name, find, replace] = ${text};
        if (!path.endsWith(name)) return text;
        if (!text.includes(find)) throw new Error(find + ' is not in ' + name);
        return text.replace(find, () => replace);`,
      );
    },
  };
}

function changed(name: string, code: string, find: string, replace: string): string {
  const pieces = code.split(find);
  if (pieces.length !== 2) throw new Error(`${name}: found ${pieces.length - 1} times: ${find}`);
  return pieces.join(replace);
}

/** Z3 itself has no bug: one instance serves all. */
const sharedZ3: Plugin = {
  name: 'shared-z3',
  enforce: 'pre',
  load(id) {
    return id === `${root}src/symbolic/z3/module.ts`
      ? `export const startZ3 = () => globalThis[Symbol.for('diptych.z3')];`
      : undefined;
  },
};

Object.assign(globalThis, { [Symbol.for('diptych.z3')]: startZ3() });
