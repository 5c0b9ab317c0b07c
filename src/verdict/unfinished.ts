// A program of which no execution reaches its end: whatever is said about final states holds of nothing then, and so does
// what assertions say that no thread comes to. A server that never ends but passes its assertions on the way is checked, up
// to the bound. An assertion that is false as it stands (`reach_error()`) cannot be passed: that no thread comes to it is
// what it says, and where no loop was cut it says so of every execution (`assume(!p); reach_error();` asserts p). Where loops
// were cut, `if (!p) reach_error();` is passed like `assert(p)`, where the branch is decided. Which assertions are passed is
// seen in runs under SC; where threads stop is told by the loops that were cut, or else by the first of these runs.

import { type Code, compile } from '../explicit/bytecode/compile.js';
import * as op from '../explicit/bytecode/opcodes.js';
import { Machine } from '../explicit/machines/machine.js';
import { sc } from '../explicit/machines/sc.js';
import { addressOf, constant } from '../program/expression.js';
import type { ThreadId } from '../program/identity.js';
import type { Program } from '../program/program.js';
import type { SourceSpan, Statement } from '../program/statement.js';
import { present } from '../support/present.js';
import { Random } from '../support/prng.js';
import type { ModelAnswer } from './answer.js';

type Assertion = Extract<Statement, { kind: 'assert' }>;

/** Where a thread goes no further. */
export interface Stopped {
  readonly thread: ThreadId;
  readonly at?: SourceSpan;
}

/** The places nothing was checked beyond; undefined if that does not matter, or it is not known whether an execution ends. */
export function unfinished(program: Program, answer: ModelAnswer, unroll: number): Stopped[] | undefined {
  const ended = answer.outcomes.length > 0 || answer.findings.length > 0 || program.filter !== undefined;
  if (ended || !answer.complete) return undefined;
  const cut = answer.cutLoops.map(({ thread, at }) => ({ thread, ...present({ at }) }));
  const counts = cut.length > 0 ? () => true : canPass;
  if (program.condition === undefined) {
    // Few runs pass all assertions, and all are needed to say that none ends.
    if (passesAssertions(program, unroll, counts) || processEnds(program, unroll)) return undefined;
  }
  return cut.length > 0 ? cut : stoppedIn(run(compile(program, { unroll }), () => 0));
}

const runs = 64;
const maxSteps = 20_000;

/** A run under SC to its end; `choose` says which of so many threads or values comes next. */
function run(code: Code, choose: (count: number) => number): Machine {
  const machine = Machine.start(code, sc);
  for (let steps = 0; steps < maxSteps; steps++) {
    const ready = machine.threads.flatMap((_, t) => (machine.canExecute(t) ? [t] : []));
    if (ready.length === 0) break;
    const thread = ready[choose(ready.length)];
    const [opcode, , a, b] = machine.instruction(thread);
    const { registers } = machine.threads[thread];
    const choice =
      opcode === op.CHOOSE
        ? { choice: registers[a] + choose(Math.min(registers[b] - registers[a] + 1, 256)) }
        : {};
    machine.apply({ kind: 'execute', thread, ...choice });
  }
  return machine;
}

/** Whether some run comes to the end of the thread that the process ends with, whatever the others do. */
function processEnds(program: Program, unroll: number): boolean {
  const { endsWith } = program;
  if (endsWith === undefined) return false;
  const code = compile(program, { unroll });
  const random = new Random(1);
  for (let i = 0; i < runs; i++)
    if (run(code, (n) => random.int(0, n - 1)).threads[endsWith].status === 'ended') return true;
  return false;
}

function stoppedIn(machine: Machine): Stopped[] {
  return [...machine.blocked()].map(([thread, why]) => {
    const { pc } = machine.threads[thread];
    const { statements } = machine.code.threads[thread];
    // a thread that waits is at its statement, one that was stopped is behind it
    const at = (why === 'lock' || why === 'join' ? statements[pc] : statements[pc - 1])?.at;
    return { thread, ...present({ at }) };
  });
}

const canPass = ({ condition }: Assertion): boolean => condition.kind !== 'const' || condition.value !== 0;

/** The assertion that cannot be passed with which the branch begins. */
function firstError([first]: readonly Statement[]): Assertion | undefined {
  if (first?.kind === 'block') return firstError(first.body);
  return first?.kind === 'assert' && !canPass(first) ? first : undefined;
}

/** Whether some run comes to each assertion that counts. */
function passesAssertions(program: Program, unroll: number, counts: (s: Assertion) => boolean): boolean {
  const passed = '\0passed';
  let count = 0;
  const note = (): Statement => {
    const address = { kind: 'binary', op: '+', left: addressOf(passed), right: constant(count++) } as const;
    return { kind: 'store', address, value: constant(1) };
  };
  const decided = new Set<Statement>();
  const noting = (body: readonly Statement[]): Statement[] =>
    body.flatMap((s): Statement[] => {
      switch (s.kind) {
        case 'assert':
          return [counts(s) && !decided.has(s) ? note() : s];
        case 'if': {
          const errors = [s.whenTrue, s.whenFalse].flatMap((branch) => firstError(branch) ?? []);
          for (const error of errors) decided.add(error);
          const noted = { ...s, whenTrue: noting(s.whenTrue), whenFalse: noting(s.whenFalse) };
          return errors.some(counts) ? [note(), noted] : [noted];
        }
        case 'atomic':
        case 'block':
        case 'while':
          return [{ ...s, body: noting(s.body) }];
        default:
          return [s];
      }
    });
  const threads = program.threads.map((thread) => ({ ...thread, body: noting(thread.body) }));
  if (count === 0) return true;
  const notes = { name: passed, initial: new Array<number>(count).fill(0) };
  const code = compile({ ...program, threads, locations: [...program.locations, notes] }, { unroll });
  const random = new Random(1);
  const missing = new Set(notes.initial.keys());
  for (let i = 0; i < runs && missing.size > 0; i++) {
    const machine = run(code, i === 0 ? () => 0 : (n) => random.int(0, n - 1));
    const base = machine.code.layout.addressOf.get(passed) ?? 0;
    for (const k of missing) if (machine.memory.cell(base + k)?.value === 1) missing.delete(k);
  }
  return missing.size === 0;
}
