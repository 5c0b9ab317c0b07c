// Sequential programs: the values of gcc's program against those of diptych.

import { explore } from '#diptych/explicit/explore.js';
import type { JudgedProgram } from '#diptych/generate/c/sequential.js';
import { outputsOf, standAlone } from '#diptych/generate/c/source.js';
import { InputError } from '#diptych/support/diagnostic.js';
import { checkingFlags, compileAndRun, plainFlags } from './compiler.js';
import { parseC, type ReadC } from './readers.js';
import type { Judgement } from './run.js';
import { refusedBy, sequentialUnit } from './source.js';
import { opinionOn, type SecondOpinion } from './symbolic.js';

/** The values that the compiled programs leave in their outputs; undefined for those that are not defined. */
export async function compiledValues(programs: readonly JudgedProgram[]): Promise<Values[]> {
  const plain = await valuesBy(programs, plainFlags);
  return withoutUndefined(programs, plain);
}

/** The same values, except of those programs that the sanitizers object to or that are compiled to something else there. */
async function withoutUndefined(
  programs: readonly JudgedProgram[],
  plain: readonly Values[],
): Promise<Values[]> {
  const checked = await valuesBy(programs, checkingFlags);
  return plain.map((values, i) => (values?.join() === checked[i]?.join() ? values : undefined));
}

type Values = readonly bigint[] | undefined;

export async function valuesBy(
  programs: readonly JudgedProgram[],
  flags: readonly string[],
): Promise<Values[]> {
  if (programs.length === 0) return [];
  const ran = await compileAndRun(sequentialUnit(programs), flags);
  if ('refused' in ran) {
    // Only while shrinking, when a declaration has gone whose object is still used.
    const refused = refusedBy(ran.refused);
    if (refused.size === 0) throw new Error(`gcc refuses: ${ran.refused}`);
    const rest = await valuesBy(
      programs.filter((_, i) => !refused.has(i)),
      flags,
    );
    return programs.map((_, i) => (refused.has(i) ? undefined : rest.shift()));
  }
  const lines = linesByNumber(ran.out);
  return programs.map((program, i) => {
    const line = lines.get(i);
    if (line === undefined || line === '!') return undefined;
    const outputs = outputsOf(program);
    return line.split(' ').map((value, k) => BigInt.asUintN(outputs[k].type.bits, BigInt(`0x${value}`)));
  });
}

function linesByNumber(text: string): Map<number, string> {
  return new Map(
    text
      .split('\n')
      .map((line) => /^(\d+) (.*)$/.exec(line))
      .flatMap((match) => (match === null ? [] : [[Number(match[1]), match[2]] as const])),
  );
}

/** diptych's values for the program, compared with those of the compiled one. */
export function judgeSequential(
  program: JudgedProgram,
  expected: Values,
  second?: SecondOpinion,
  read: ReadC = parseC,
): Judgement {
  if (expected === undefined) return { kind: 'undefined' };
  const outputs = outputsOf(program);
  try {
    const parsed = read(standAlone(program), `${program.name}.c`, {
      unroll: 8,
      observe: outputs.map((o) => o.name),
    });
    // Users' loops that wait or delay are treated apart. Here that is so for one program in two.
    const spinAssume = Number(program.name.slice(3)) % 2 === 0;
    const explored = explore(parsed, { model: 'sc', unroll: 8, timeLimitMs: 10_000, spinAssume });
    const { outcomes, findings, cutLoops, complete } = explored;
    if (!complete) return { kind: 'differs', what: ['does not end'] };
    const complaints = [
      ...findings.map(
        ({ finding }) => `finding ${finding.kind} in line ${finding.at?.line}: ${finding.message}`,
      ),
      ...cutLoops.map((loop) => `cut loop in line ${loop.at?.line}`),
    ];
    if (complaints.length > 0) return { kind: 'differs', what: complaints };
    if (outcomes.length !== 1) return { kind: 'differs', what: [`${outcomes.length} outcomes`] };
    const [values] = outcomes;
    const wrong = outputs.flatMap(({ name, type }, i) => {
      const at = parsed.observed.findIndex((o) => o.kind === 'cell' && o.location === name);
      const value = BigInt.asUintN(type.bits, BigInt(values[at]));
      return value === expected[i]
        ? []
        : [`${name}: gcc ${signed(expected[i], type)}, diptych ${signed(value, type)}`];
    });
    if (wrong.length > 0) return { kind: 'differs', what: wrong };
    const { differs, asked, open } = opinionOn(second, program, parsed, 'sc', 8, explored);
    return differs.length > 0
      ? { kind: 'differs', what: differs }
      : { kind: 'agrees', figures: { values: expected.length, symbolic: asked - open, symbolicOpen: open } };
  } catch (error) {
    if (error instanceof InputError) {
      const { code, message } = error.diagnostic;
      return { kind: 'refused', code, message };
    }
    return {
      kind: 'differs',
      what: [`crash: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`],
    };
  }
}

const signed = (value: bigint, type: { readonly bits: number; readonly signed: boolean }): bigint =>
  type.signed ? BigInt.asIntN(type.bits, value) : value;
