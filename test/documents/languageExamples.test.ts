// languageC.md shows the accepted programs. Each row of its tables has these final states and findings, by both engines and
// under every model, or these events. gcc's program does the same.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileAndRun, nativeMachine, plainFlags, x86Machine } from '../../lab/judge/compiler.js';
import { type ModelName, modelNames, type Outcome } from '../../src/execution/execution.js';
import type { Finding } from '../../src/execution/finding.js';
import { explore } from '../../src/explicit/explore.js';
import { atProcessEnd } from '../../src/program/processEnd.js';
import { assumeSpinLoops } from '../../src/program/spinLoops.js';
import { StateNames } from '../../src/report/state.js';
import { SymbolicEngine } from '../../src/symbolic/index.js';
import { parse } from '../frontend/c/run.js';
import { examplesIn, numbersOfPrelude, prelude, programOf } from './languageExamples.js';

const text = readFileSync(join(import.meta.dirname, 'languageC.md'), 'utf8');
const engine = await SymbolicEngine.start();

/**
 * `A; pso: B; gcc: C`: the answer for each model and of gcc's program; `x86: C` is gcc's program on that processor.
 */
function answersOf(
  answer: string,
): Readonly<Record<ModelName | 'gcc', string>> & { readonly onX86: boolean } {
  const said = new Map(
    answer.split('; ').map((part) => {
      const [, who, what] = /^(?:(\w+): )?(.*)$/.exec(part) ?? [];
      return [who ?? 'sc', what];
    }),
  );
  const sc = said.get('sc') ?? '';
  const tso = said.get('tso') ?? sc;
  return {
    sc,
    tso,
    pso: said.get('pso') ?? tso,
    gcc: said.get('gcc') ?? said.get('x86') ?? sc,
    onX86: said.has('x86'),
  };
}

interface Answer {
  readonly outcomes: readonly Outcome[];
  readonly findings: readonly { readonly finding: Finding }[];
  readonly complete: boolean;
}

/** Final states, of the variables that are named, and kinds of findings. */
function said({ outcomes, findings, complete }: Answer, names: StateNames, named: string): string {
  const wanted = new Set([...named.matchAll(/(\w+)=/g)].map(([, name]) => name));
  const states = outcomes.map((outcome) =>
    names.observed
      .flatMap((name, i) => (wanted.has(name) ? [`${name}=${names.shown(outcome, i)}`] : []))
      .join(' '),
  );
  const kinds = findings.map(({ finding }) => finding.kind);
  const parts = [...[...new Set(states)].sort(), ...[...new Set(kinds)].sort()];
  return `${parts.join(', ')}${complete ? '' : ' and more'}`;
}

const examples = examplesIn(text, 'answer');

describe('accepted programs', () => {
  it.each(examples)('$code', ({ code, answer }) => {
    const program = assumeSpinLoops(atProcessEnd(parse(programOf(code))));
    const names = new StateNames(program);
    const answers = answersOf(answer);
    for (const model of modelNames) {
      const options = { model, unroll: 8, timeLimitMs: 20_000 };
      expect(said(explore(program, options), names, answer), model).toBe(answers[model]);
      // where the models do not differ the last, which can do most, is asked
      if (model !== 'pso' && answers.sc === answers.pso) continue;
      expect(said(engine.explore(program, options), names, answer), `symbolic, ${model}`).toBe(
        answers[model],
      );
    }
  });
});

describe('events', () => {
  it.each(examplesIn(text, 'events'))('$code', ({ code, answer }) => {
    const seen = new Set<string>();
    explore(parse(programOf(code)), {
      model: 'sc',
      unroll: 8,
      onExecution: (witness) => {
        const own = witness().execution.events.filter(({ thread }) => thread === 0);
        seen.add(own.map(({ kind }) => kind).join(' ') || 'nothing');
      },
    });
    expect([...seen]).toEqual([answer]);
  });
});

const x86 = await x86Machine();
const machine = x86 ?? (await nativeMachine());
if (x86 === undefined)
  console.warn(
    machine === undefined
      ? 'no gcc: examples are not compared with compiled programs'
      : 'no gcc for x86-64: examples of what that processor does are not compared with compiled programs',
  );

describe.skipIf(machine === undefined)('what gcc makes of it', () => {
  /** Statements of main alone that have one final state, or of which it is said what gcc makes of them; names that gcc has, too. */
  const judged = examples.filter(
    ({ code, answer }) =>
      (x86 !== undefined || !answersOf(answer).onX86) &&
      !code.includes('//') &&
      /^(\w+=-?\d+ ?)+$/.test(answersOf(answer).gcc) &&
      !/__(CPROVER|VERIFIER)/.test(code),
  );

  it('is the same', async () => {
    const functions = judged.map(({ code }, i) => `static void example${i}(void) {\n${code}\n}\n`);
    const calls = judged.map((_, i) => `start(); example${i}(); show();\n`);
    const source = `#define _GNU_SOURCE\n${prelude}
static void start(void) { ${numbersOfPrelude.map((name) => `${name} = 0;`).join(' ')} pthread_mutex_init(&m, 0); }
static void show(void) { printf("\\n@${numbersOfPrelude.map((name) => `${name}=%ld`).join(' ')}\\n", ${numbersOfPrelude.map((name) => `(long)${name}`).join(', ')}); }
${functions.join('')}int main(void) {\n${calls.join('')}}\n`;
    const ran = await compileAndRun(source, ['-w', ...plainFlags], [], machine);
    if ('refused' in ran) throw new Error(ran.refused);
    const lines = ran.out.split('\n').flatMap((line) => (line.startsWith('@') ? [line.slice(1)] : []));
    const compared = judged.map(({ code, answer }, i) => {
      const expected = answersOf(answer).gcc;
      const wanted = new Set(expected.split(' ').map((part) => part.split('=')[0]));
      const state = lines[i]?.split(' ').filter((part) => wanted.has(part.split('=')[0]));
      return { code, expected, state: state?.join(' ') };
    });
    expect(compared.filter(({ state, expected }) => state !== expected)).toEqual([]);
    expect(judged.length).toBeGreaterThan(50);
  });
});
