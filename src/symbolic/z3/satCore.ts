// Z3's SAT solver itself, the C++ class sat::solver, without the terms of the C interface: a clause is one call, instead of terms that
// are made, looked up and translated back into literals. The package does not export its functions, but it does export the table
// through which its code calls them. Where they are in that table, and where fields are in a solver, is known of one version of the
// package; whether it is that one is seen by the numbers of the functions.

import { bug } from '../../support/diagnostic.js';
import { type Feeder, makeFeeder } from './feeder.js';

type Native = (...args: number[]) => number;

/** Of z3-solver 5.2.0: the place in the table, and the number of the function there. */
const places = {
  /** reslimit::reslimit() */
  makeLimit: [1132, 6151],
  /** sat::solver::solver(params_ref const&, reslimit&) */
  make: [1496, 14107],
  /** sat::solver::~solver() */
  destroy: [8418, 14136],
  /** sat::solver::mk_var(bool external, bool decision) */
  addVariable: [8027, 14110],
  /** sat::solver::mk_clause(unsigned, sat::literal*, sat::status) */
  addClause: [8028, 14153],
  /** sat::solver::pop_to_base_level() */
  toBase: [6128, 14145],
  /** sat::solver::check(unsigned, sat::literal const*) */
  check: [6147, 14210],
} as const;
const tableLength = 23_781;

/** Bytes from the beginning of a sat::solver. */
export const fields = {
  /** phase_selection m_config.m_phase: the value that is tried first for a variable. 0 means always true. */
  phase: 24,
  /** unsigned m_config.m_max_conflicts */
  maxConflicts: 148,
  /** bool m_config.m_incremental: clauses and questions may follow, so that no variable is eliminated. */
  incremental: 265,
  /** unsigned m_config.m_simplify_delay: a check simplifies the clauses after so many conflicts. */
  simplifyDelay: 284,
  /** svector<lbool> m_model, by variable */
  model: 2208,
  /** svector<literal> m_core */
  core: 3288,
} as const;
/** The size of a sat::solver, and at most that of a reslimit. */
export const solverBytes = 3488;
const limitBytes = 256;

/** Solvers are addresses. */
export interface SatCore extends Feeder {
  /** Makes a solver in the given place. */
  make(place: number): void;
  readonly destroy: Native;
  /** After a check, before anything is added. */
  readonly toBase: Native;
  /** (solver, number of assumptions, their address): 1 if there is a solution, 0 if that is not known. */
  readonly check: Native;
}

/** Undefined if the package is another version, or WebAssembly cannot do what is needed. */
export function satCoreOf(
  exports: Readonly<Record<string, unknown>>,
  memory: WebAssembly.Memory,
  malloc: Native,
): SatCore | undefined {
  const table = exports.__indirect_function_table;
  if (!(table instanceof WebAssembly.Table) || table.length !== tableLength) return undefined;
  const found = new Map<string, Native>();
  for (const [name, [place, number]] of Object.entries(places)) {
    const f = table.get(place);
    // The name of an exported function is its number.
    if (!isNative(f) || f.name !== String(number)) return undefined;
    found.set(name, f);
  }
  const get = (name: keyof typeof places): Native => found.get(name) ?? bug(`no function ${name}`);
  const feeder = makeFeeder(memory, malloc, get('addVariable'), get('addClause'));
  if (feeder === undefined) return undefined;
  const noParameters = malloc(4) >>> 0;
  new Uint32Array(memory.buffer)[noParameters >>> 2] = 0;
  const noLimit = malloc(limitBytes) >>> 0;
  get('makeLimit')(noLimit);
  const make = get('make');
  return {
    ...feeder,
    make: (place) => {
      make(place, noParameters, noLimit);
    },
    destroy: get('destroy'),
    toBase: get('toBase'),
    check: get('check'),
  };
}

function isNative(value: unknown): value is Native {
  return typeof value === 'function';
}
