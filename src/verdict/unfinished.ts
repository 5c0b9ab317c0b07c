// Programs of which no execution reaches its end. A statement about their final states, or about assertions that no
// thread reaches, is vacuous. The bound was too small, and there is no answer.
//
// A server is different: its loops have no way out (`while (1)` without a break), so no bound lets it end. It is
// checked up to the bound if some run is cut in no other loop and passes its assertions on the way.
//
// An assertion that is false as it stands (`reach_error()`) cannot be passed: it says that no thread reaches it.
// Where no loop was cut, this holds of every execution (`assume(!p); reach_error();` asserts p). Where loops were
// cut, `if (!p) reach_error();` and `assume(!p); reach_error();` count as passed like `assert(p)` once p is decided.
// A thread at that point waits for nothing, and no bound cuts it.
//
// Runs under SC show which assertions are passed. The cut loops tell where threads stop, or else the first of these
// runs does.

import type { ModelName } from '../execution/execution.js';
import { type Code, compile } from '../explicit/bytecode/compile.js';
import * as op from '../explicit/bytecode/opcodes.js';
import { explore } from '../explicit/explore.js';
import { ENDED, type FastState, NOT_SPAWNED } from '../explicit/fast/state.js';
import { Machine } from '../explicit/machines/machine.js';
import { sc } from '../explicit/machines/sc.js';
import { someRunIs } from '../explicit/strategies/someRuns.js';
import { addressOf, constant, type Expr } from '../program/expression.js';
import type { ThreadId } from '../program/identity.js';
import type { Program } from '../program/program.js';
import type { SourceSpan, Statement } from '../program/statement.js';
import { present } from '../support/present.js';
import type { ModelAnswer } from './answer.js';

type Assertion = Extract<Statement, { kind: 'assert' }>;

/** Where a thread goes no further. */
export interface Stopped {
  readonly thread: ThreadId;
  readonly at?: SourceSpan;
}

/** The program and the limits of the question. */
interface Asked {
  readonly program: Program;
  /** The program without the choice of threads to stay where they are when the process ends, if it has that choice. */
  readonly running?: Program;
  readonly unroll: number;
}

/**
 * The places beyond which nothing was checked. Undefined if that does not matter, or if it is not known whether an
 * execution ends. A place that was not seen when `mayGoOn` turned false counts as not checked.
 */
export function unfinished(
  asked: Asked,
  answer: ModelAnswer,
  mayGoOn: () => boolean = () => true,
): Stopped[] | undefined {
  const { program, unroll } = asked;
  const ended = answer.outcomes.length > 0 || answer.findings.length > 0 || program.filter !== undefined;
  if (ended || !answer.complete) return undefined;
  const cut = answer.cutLoops.map(({ thread, at }) => ({ thread, ...present({ at }) }));
  if (program.condition === undefined && isChecked(asked, cut.length > 0, mayGoOn)) return undefined;
  return cut.length > 0 ? cut : stoppedIn(firstRun(compile(program, { unroll })));
}

/** More executions than this are not looked at for the sake of one that ends. */
const manyExecutions = 100_000;

/**
 * The same for a question about some of the final states, to which `answer` has found none: whether there are any
 * others is to be found out. Every model has the executions of SC.
 */
export function unfinishedIfNoneEnds(
  asked: Asked,
  model: ModelName,
  answer: ModelAnswer,
  mayGoOn: () => boolean = () => true,
): Stopped[] | undefined {
  const { program, unroll } = asked;
  if (answer.cutLoops.length === 0 || program.filter !== undefined) return undefined;
  const isEnd = ({ status }: FastState): boolean => status.every((s) => s === ENDED || s === NOT_SPAWNED);
  if (someRunIs(compile(program, { unroll }), isEnd, mayGoOn)) return undefined;
  let ends = false;
  const { complete } = explore(program, {
    model,
    unroll,
    maxExecutions: manyExecutions,
    onOutcome: () => {
      ends = true;
    },
    isEnough: () => ends,
    stop: () => !mayGoOn(),
  });
  return ends || !complete ? undefined : unfinished(asked, { ...answer, outcomes: [] }, mayGoOn);
}

/** By program, the results of runs under SC: the same for every model. */
const known = new WeakMap<Program, Map<string, boolean>>();

function isChecked(
  { program, running = program, unroll }: Asked,
  wasCut: boolean,
  mayGoOn: () => boolean,
): boolean {
  const seen = known.get(program) ?? new Map<string, boolean>();
  known.set(program, seen);
  const key = `${unroll} ${wasCut}`;
  const before = seen.get(key);
  if (before !== undefined) return before;
  // Few runs pass all assertions, and all are needed to say that none ends.
  const is =
    (passesAssertions(program, unroll, wasCut ? isProgramsOwn : canPass, mayGoOn) &&
      (!wasCut || runsOn(running, unroll, mayGoOn))) ||
    (mayGoOn() && processEnds(program, unroll, mayGoOn));
  if (is || mayGoOn()) seen.set(key, is);
  return is;
}

const maxSteps = 20_000;

/** A run under SC to its end, in which the first thread that can go on does. */
function firstRun(code: Code): Machine {
  const machine = Machine.start(code, sc);
  for (let steps = 0; steps < maxSteps; steps++) {
    const thread = machine.threads.findIndex((_, t) => machine.canExecute(t));
    if (thread < 0) break;
    const [opcode, , a] = machine.instruction(thread);
    const choice = opcode === op.CHOOSE ? { choice: machine.threads[thread].registers[a] } : {};
    machine.apply({ kind: 'execute', thread, ...choice });
  }
  return machine;
}

/** Whether some run reaches the end of the thread that ends the process, for any state of the others. */
function processEnds(program: Program, unroll: number, mayGoOn: () => boolean): boolean {
  const { endsWith } = program;
  if (endsWith === undefined) return false;
  return someRunIs(compile(program, { unroll }), ({ status }) => status[endsWith] === ENDED, mayGoOn);
}

/** Whether some run goes as far as any bound would let it: it is cut nowhere, or only in loops that never end. */
function runsOn(program: Program, unroll: number, mayGoOn: () => boolean): boolean {
  const isCutByBound = ({ code, cuts }: FastState): boolean =>
    cuts.some(({ thread, pc }) => !isEndless(code.threads[thread].statements[pc]));
  return someRunIs(compile(program, { unroll }), (m) => !isCutByBound(m), mayGoOn);
}

/** Whether a statement is a loop without a way out. A cut that the front end makes is a loop with the bound 0. */
const isEndless = (s: Statement | undefined): boolean =>
  s?.kind === 'while' &&
  s.bound !== 0 &&
  s.condition.kind === 'const' &&
  s.condition.value !== 0 &&
  !leaves(s.body, new Set(), s.label);

/** Whether a jump leads out of a body: to a label that is not `inside`, or behind the loop `around`. */
function leaves(body: readonly Statement[], inside: ReadonlySet<string>, around: string): boolean {
  // statements after a false assumption are never reached
  const end = body.findIndex((s) => s.kind === 'assume' && isConstant(s.condition, 0));
  return (end < 0 ? body : body.slice(0, end)).some((s): boolean => {
    switch (s.kind) {
      case 'break':
        return !inside.has(s.label);
      case 'continue':
        return s.label !== around && !inside.has(s.label);
      case 'if':
        return leaves(s.whenTrue, inside, around) || leaves(s.whenFalse, inside, around);
      case 'atomic':
        return leaves(s.body, inside, around);
      case 'block':
      case 'while':
        return leaves(s.body, new Set([...inside, s.label]), around);
      default:
        return false;
    }
  });
}

const isConstant = (e: Expr, value: number): boolean => e.kind === 'const' && e.value === value;

function stoppedIn(machine: Machine): Stopped[] {
  return [...machine.blocked()].map(([thread, why]) => {
    const { pc } = machine.threads[thread];
    const { statements } = machine.code.threads[thread];
    // a thread that waits is at its statement, one that was stopped is behind it
    const at = (
      why === 'lock' || why === 'join' || why === 'interruptible' ? statements[pc] : statements[pc - 1]
    )?.at;
    return { thread, ...present({ at }) };
  });
}

/** The library's checks of its calls, as that of a join which a server never comes behind, are not what is asked about. */
const isProgramsOwn = ({ finding }: Assertion): boolean => finding !== 'misuse';

const canPass = ({ condition }: Assertion): boolean => condition.kind !== 'const' || condition.value !== 0;

/** The assertions that cannot be passed which are decided where the statement is. */
function errorsOf(s: Statement): readonly Assertion[] {
  if (s.kind === 'assert') return canPass(s) ? [] : [s];
  return s.kind === 'if' ? [...firstErrors(s.whenTrue), ...firstErrors(s.whenFalse)] : [];
}

/** Those which a thread that takes the branch comes to without waiting. */
function firstErrors(branch: readonly Statement[]): readonly Assertion[] {
  const first = branch.find((s) => !goesOn(s));
  if (first === undefined) return [];
  return first.kind === 'block' ? firstErrors(first.body) : errorsOf(first);
}

/** Whether no thread waits there, or is cut: it goes on, or an assumption stops it. */
function goesOn(s: Statement): boolean {
  switch (s.kind) {
    case 'assign':
    case 'load':
    case 'store':
    case 'nondet':
    case 'assume':
    case 'break':
      return true;
    case 'if':
      return s.whenTrue.every(goesOn) && s.whenFalse.every(goesOn);
    case 'atomic':
    case 'block':
      return s.body.every(goesOn);
    default:
      return false;
  }
}

/** Whether some runs come to each assertion that counts. */
function passesAssertions(
  program: Program,
  unroll: number,
  counts: (s: Assertion) => boolean,
  mayGoOn: () => boolean,
): boolean {
  const passed = '\0passed';
  let count = 0;
  const note = (): Statement => {
    const address = { kind: 'binary', op: '+', left: addressOf(passed), right: constant(count++) } as const;
    return { kind: 'store', address, value: constant(1) };
  };
  const decided = new Set<Statement>();
  /** Where notes go: before the assumptions that decide an error. */
  const decisionsIn = (body: readonly Statement[]): ReadonlySet<number> =>
    new Set(
      body.flatMap((s, at) => {
        const errors = errorsOf(s).filter((error) => !decided.has(error));
        for (const error of errors) decided.add(error);
        if (!errors.some(counts)) return [];
        let first = at;
        while (first > 0 && goesOn(body[first - 1])) first--;
        return [first];
      }),
    );
  const noting = (body: readonly Statement[]): Statement[] => {
    const decisions = decisionsIn(body);
    return body.flatMap((s, i) => [...(decisions.has(i) ? [note()] : []), ...notedIn(s)]);
  };
  const notedIn = (s: Statement): Statement[] => {
    switch (s.kind) {
      case 'assert':
        return [counts(s) && !decided.has(s) ? note() : s];
      case 'if':
        return [{ ...s, whenTrue: noting(s.whenTrue), whenFalse: noting(s.whenFalse) }];
      case 'atomic':
      case 'block':
      case 'while':
        return [{ ...s, body: noting(s.body) }];
      default:
        return [s];
    }
  };
  const threads = program.threads.map((thread) => ({ ...thread, body: noting(thread.body) }));
  if (count === 0) return true;
  const notes = { name: passed, initial: new Array<number>(count).fill(0) };
  const code = compile({ ...program, threads, locations: [...program.locations, notes] }, { unroll });
  const base = code.layout.addressOf.get(passed) ?? 0;
  const missing = new Set(notes.initial.keys());
  const areAllPassed = (m: FastState): boolean => {
    for (const k of missing) if (m.memory[m.cellAt(base + k)] === 1) missing.delete(k);
    return missing.size === 0;
  };
  return someRunIs(code, areAllPassed, mayGoOn);
}
