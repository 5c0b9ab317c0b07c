// One instance of a function: the call being inlined, with its own registers and memory for its own variables.

import type { Expr } from '../../../program/expression.js';
import type { SourceSpan } from '../../../program/statement.js';
import type { FunctionSymbol, Variable } from '../typed.js';
import { cellsOf, holdsAtomic, isScalar } from '../types.js';
import type { Emitter, Target } from './emitter.js';
import type { ProgramState } from './state.js';

/** Where a variable is. */
type Storage =
  | { readonly kind: 'registers'; readonly names: readonly string[] }
  /** A parameter that is never written stands for its argument. */
  | { readonly kind: 'bound'; readonly value: Expr }
  | { readonly kind: 'memory'; readonly location: string };

export interface ThreadState {
  readonly index: number;
  readonly emitter: Emitter;
  /** How often each function is being inlined right now. */
  readonly depth: Map<FunctionSymbol, number>;
  /** The end of the thread, where pthread_exit goes. */
  readonly end: Target;
}

export type Jump = { readonly kind: 'break' | 'continue'; readonly target: Target };

export interface Frame {
  readonly program: ProgramState;
  readonly thread: ThreadState;
  readonly emitter: Emitter;
  readonly function: FunctionSymbol;
  readonly storage: Map<Variable, Storage>;
  /** What return does with a value, cell by cell. */
  readonly onReturn: (values: readonly Expr[], at: SourceSpan) => void;
  /** Enclosing loops and switches, innermost last. */
  readonly breaks: Target[];
  readonly continues: Target[];
  /** Labels a goto can reach from here. */
  readonly labels: Map<string, Jump>;
}

/** Aggregates larger than this live in memory: a register array answers a computed index by comparing it with each. */
const registerLimit = 16;

export function storageOf(frame: Frame, variable: Variable): Storage {
  if (variable.storage === 'global')
    return { kind: 'memory', location: frame.program.globalLocation(variable, frame.thread.index) };
  const known = frame.storage.get(variable);
  if (known !== undefined) return known;
  const storage = newStorage(frame, variable);
  frame.storage.set(variable, storage);
  return storage;
}

function newStorage(frame: Frame, variable: Variable): Storage {
  const { type, name, at } = variable;
  const cells = cellsOf(type) ?? 1;
  if (variable.addressed || cells > registerLimit) {
    const location = frame.program.newLocal(`${frame.function.name}.${name}`, type, at);
    if (!holdsAtomic(type)) frame.program.locals.add(location);
    return { kind: 'memory', location };
  }
  if (isScalar(type)) return { kind: 'registers', names: [frame.emitter.fresh(name)] };
  return {
    kind: 'registers',
    names: Array.from({ length: cells }, (_, i) => frame.emitter.fresh(`${name}[${i}]`)),
  };
}

/** The declaration of a variable is reached; `initialised`: its initialiser comes next. */
export function beginVariable(frame: Frame, variable: Variable, initialised: boolean, at: SourceSpan): void {
  if (variable.storage === 'global') return;
  const storage = storageOf(frame, variable);
  if (storage.kind === 'memory')
    frame.emitter.begin(storage.location, cellsOf(variable.type) ?? 1, variable.addressed, at);
  else if (storage.kind === 'registers' && !initialised) frame.emitter.unset(storage.names, at);
}

/** The registers of variables this frame has given storage to. */
export function registersOf(frame: Frame, variables: Iterable<Variable>): string[] {
  const names: string[] = [];
  for (const variable of variables) {
    const storage = frame.storage.get(variable);
    if (storage?.kind === 'registers') names.push(...storage.names);
  }
  return names;
}
