// TSO judges the processor's results, where there is a compiler and an x86 (or an emulator).

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readProgram } from '../../src/frontend/index.js';
import { parseLitmus } from '../../src/frontend/litmus/index.js';
import { findToolchain } from '../../src/native/compiler.js';
import { runNative } from '../../src/native/runNative.js';
import { processorVerdict } from '../../src/native/verdict.js';
import type { Program } from '../../src/program/program.js';
import { startEngines } from '../../src/verdict/engines.js';
import { askOutcomes } from '../../src/verdict/outcomes.js';

const has = (wanted: 'any' | 'x86 test'): boolean => {
  try {
    findToolchain(wanted);
    return true;
  } catch {
    return false;
  }
};
const x86 = has('x86 test');
const compiler = has('any');
if (!x86) console.warn('no x86 compiler and processor: x86 tests are not run natively');
if (!compiler) console.warn('no C compiler: C tests are not run natively');

const options = { runs: 2000, seed: 3, timeLimitMs: 30_000 };

async function judge(file: string, program: Program) {
  const question = {
    models: ['tso' as const],
    engines: await startEngines('explicit'),
    limits: { unroll: 3, spinAssume: true },
  };
  return processorVerdict(file, await askOutcomes(program, question), question, options);
}

describe.runIf(x86)('x86 tests on the processor', () => {
  it.each(['SB', 'MP', 'LB', 'SB+cmpxchgl', 'SB-64', 'SB+xaddl', 'CoRR'])(
    '%s shows nothing outside TSO',
    async (name) => {
      const file = `benchmarks/litmus/${name}.litmus`;
      const verdict = await judge(file, parseLitmus(readFileSync(file, 'utf8'), file));
      expect(verdict.judged).toBe('by tso');
      expect(verdict.forbidden).toEqual([]);
      expect(verdict.runs).toBe(options.runs);
    },
  );

  it('a state that TSO forbids contradicts it', async () => {
    const file = 'benchmarks/litmus/MP.litmus';
    const program = parseLitmus(readFileSync(file, 'utf8'), file);
    // The models are asked about a program that stores nothing: all that the processor shows is more than they know.
    const silent = { ...program, threads: program.threads.map((thread) => ({ ...thread, body: [] })) };
    const verdict = await judge(file, silent);
    expect(verdict.forbidden.length).toBeGreaterThan(0);
  });

  it('computes addresses, flags and loops as the models do', async () => {
    const text =
      'X86 T\n{ 0:ESI=x; p=x; }\n P0 ;\n MOV [ESI],$5 ;\n MOV EAX,[p] ;\n MOV EBX,[EAX] ;\n L: DEC EBX ;\n CMP EBX,$2 ;\n JG L ;\n SETE CL ;\n MOV EDX,$p ;\nlocations [0:EAX; 0:EBX; 0:ECX; 0:EDX; x;]\nexists (0:EAX=x)';
    const program = parseLitmus(text, 't.litmus');
    const verdict = await judge('t.litmus', program);
    expect(verdict.judged === 'by tso' ? verdict.forbidden : []).toEqual([]);
    expect(verdict.states).toHaveLength(1);
  });
});

describe.runIf(compiler)('C on the processor', () => {
  it('a C test runs through the functions it calls', async () => {
    const file = 'benchmarks/litmus/C-SB+seq_cst.litmus';
    const runs = await runNative(file, parseLitmus(readFileSync(file, 'utf8'), file), options);
    expect(runs.runs).toBe(options.runs);
    for (const { outcome } of runs.states) expect(outcome.slice(0, 2)).not.toEqual([0, 0]);
  });

  it('a program runs in a process each time, whatever its variables are called, and says how runs failed', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'diptych-processor-')), 'names.c');
    writeFileSync(
      file,
      `#include <pthread.h>
#include <stdlib.h>
int count, result, created, lines;
struct start { int gate; } start;
static void *run(void *argument) { __atomic_fetch_add(&count, 1, __ATOMIC_SEQ_CST); return argument; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  result = count;
  if (count != 2) abort();
}
`,
    );
    const runs = await runNative(file, await readProgram(file), { ...options, runs: 20 });
    expect(runs.runs).toBe(20);
    expect(runs.states).toHaveLength(1);
    expect(runs.states[0].outcome.slice(0, 2)).toEqual([2, 2]);
  });
});
