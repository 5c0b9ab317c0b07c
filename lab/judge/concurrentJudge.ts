// Concurrent programs: every state the processor shows must be among those that diptych computes for TSO.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Exploration } from '#diptych/explicit/explore.js';
import { explore } from '#diptych/explicit/explore.js';
import type { JudgedProgram } from '#diptych/generate/c/sequential.js';
import { outputsOf, standAlone } from '#diptych/generate/c/source.js';
import type { Program } from '#diptych/program/program.js';
import { InputError } from '#diptych/support/diagnostic.js';
import { homeFolder } from '../home.js';
import { compileAndRun, type Machine, plainFlags } from './compiler.js';
import { parseC, type ReadC } from './readers.js';
import type { Judgement } from './run.js';
import { concurrentUnit, refusedBy } from './source.js';
import type { SecondOpinion } from './symbolic.js';
import { opinionOn } from './symbolic.js';

/** The states seen, as texts of the outputs' values, with how often; or that there are none. */
type Seen = ReadonlyMap<string, number> | 'does not end' | 'does not compile';

const harness = (): string => readFileSync(join(homeFolder, 'lab', 'judge', 'harness.h'), 'utf8');

export async function seenStates(
  programs: readonly JudgedProgram[],
  machine: Machine,
  rounds: number,
): Promise<Seen[]> {
  if (programs.length === 0) return [];
  const ran = await compileAndRun(concurrentUnit(programs, harness()), plainFlags, [String(rounds)], machine);
  if ('refused' in ran) {
    const refused = refusedBy(ran.refused);
    if (refused.size === 0) throw new Error(`gcc refuses: ${ran.refused}`);
    const rest = await seenStates(
      programs.filter((_, i) => !refused.has(i)),
      machine,
      rounds,
    );
    return programs.map((_, i) =>
      refused.has(i) ? 'does not compile' : (rest.shift() ?? 'does not compile'),
    );
  }
  const seen = programs.map(() => new Map<string, number>());
  const died = new Set<number>();
  for (const line of ran.out.split('\n')) {
    const [number, count, ...values] = line.split(' ');
    // A program that shrinking made undefined may also damage what it prints.
    if (!/^\d+ (?:\d+|!)(?: [0-9a-f]+)*$/.test(line) || Number(number) >= programs.length) continue;
    const outputs = outputsOf(programs[Number(number)]);
    if (count === '!' || values.length !== outputs.length) {
      died.add(Number(number));
      continue;
    }
    const state = values.map((v, k) => BigInt.asUintN(outputs[k].type.bits, BigInt(`0x${v}`))).join(' ');
    seen[Number(number)].set(state, Number(count));
  }
  return seen.map((states, i) => (died.has(i) ? 'does not end' : states));
}

interface ConcurrentLimits {
  readonly unroll: number;
  readonly timeLimitMs: number;
  readonly second?: SecondOpinion;
  readonly read?: ReadC;
}

export function judgeConcurrent(
  program: JudgedProgram,
  seen: Seen,
  { unroll, timeLimitMs, second, read = parseC }: ConcurrentLimits,
): Judgement {
  if (seen === 'does not compile') return { kind: 'undefined' };
  const outputs = outputsOf(program);
  try {
    const parsed = read(standAlone(program), `${program.name}.c`, {
      unroll,
      observe: outputs.map((o) => o.name),
    });
    const [sc, tso] = (['sc', 'tso'] as const).map((model) =>
      explore(parsed, { model, unroll, timeLimitMs, spinAssume: true }),
    );
    if (!sc.complete || !tso.complete) return { kind: 'open', why: 'the time limit' };
    if (tso.cutLoops.length > 0) return { kind: 'open', why: 'a bound' };
    if (tso.findings.length > 0)
      return {
        kind: 'differs',
        what: tso.findings.map(({ finding }) => `finding ${finding.kind}: ${finding.message}`),
      };
    if (seen === 'does not end') return { kind: 'differs', what: ['the compiled program does not end'] };
    const promised = statesOf(parsed, tso, outputs);
    const sequential = statesOf(parsed, sc, outputs);
    const outside = [...seen].filter(([state]) => !promised.has(state));
    if (outside.length > 0)
      return {
        kind: 'differs',
        what: outside.map(
          ([state, count]) => `seen ${count} times, not a state of TSO: ${named(outputs, state)}`,
        ),
      };
    const { differs, asked, open } = opinionOn(second, program, parsed, 'tso', unroll, tso);
    if (differs.length > 0) return { kind: 'differs', what: differs };
    return {
      kind: 'agrees',
      figures: {
        symbolic: asked - open,
        symbolicOpen: open,
        runs: [...seen.values()].reduce((sum, n) => sum + n, 0),
        states: seen.size,
        promised: promised.size,
        weak: [...seen.keys()].filter((state) => !sequential.has(state)).length,
        promisedWeak: [...promised].filter((state) => !sequential.has(state)).length,
      },
    };
  } catch (error) {
    if (error instanceof InputError)
      return { kind: 'refused', code: error.diagnostic.code, message: error.diagnostic.message };
    return {
      kind: 'differs',
      what: [`crash: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`],
    };
  }
}

function statesOf(parsed: Program, exploration: Exploration, outputs: JudgedProgram['outputs']): Set<string> {
  const columns = outputs.map(({ name, type }) => ({
    bits: type.bits,
    at: parsed.observed.findIndex((o) => o.kind === 'cell' && o.location === name),
  }));
  return new Set(
    exploration.outcomes.map((values) =>
      columns.map(({ bits, at }) => BigInt.asUintN(bits, BigInt(values[at]))).join(' '),
    ),
  );
}

const named = (outputs: JudgedProgram['outputs'], state: string): string =>
  state
    .split(' ')
    .map((value, i) => {
      const { name, type } = outputs[i];
      return `${name}=${type.signed ? BigInt.asIntN(type.bits, BigInt(value)) : value}`;
    })
    .join(' ');
