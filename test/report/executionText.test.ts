// Executions on a terminal: columns, their width, folded parts, and the words under them.

import { expect, it } from 'vitest';
import type { ModelName, Witness } from '../../src/execution/execution.js';
import { hbCycle, isSequentiallyConsistent } from '../../src/execution/hb.js';
import { explore } from '../../src/explicit/explore.js';
import { parseC } from '../../src/frontend/c/index.js';
import { parseLitmus } from '../../src/frontend/litmus/index.js';
import type { Program } from '../../src/program/program.js';
import { witnessLines } from '../../src/report/executionText.js';
import { StateNames } from '../../src/report/state.js';
import { createStyle } from '../../src/report/style.js';
import { sbText } from '../cli/litmus.js';

function nonSc(program: Program, model: ModelName): Witness {
  const found: Witness[] = [];
  explore(program, {
    model,
    maxExecutions: 300,
    onExecution(build) {
      if (found.length > 0) return;
      const witness = build();
      if (!isSequentiallyConsistent(witness.execution)) found.push(witness);
    },
  });
  if (found.length === 0) throw new Error('all executions are SC');
  return found[0];
}

const shown = (text: string, model: ModelName, columns?: number): string => {
  const program = parseLitmus(text, 'test.litmus');
  return witnessLines(
    new StateNames(program),
    program,
    nonSc(program, model),
    createStyle(false, columns),
  ).join('\n');
};

const mp = `X86 MP
{ }
 P0         | P1          ;
 MOV [x],$1 | MOV EAX,[y] ;
 MOV [y],$1 | MOV EBX,[x] ;
exists (1:EAX=1 /\\ 1:EBX=0)
`;

it('has a column per thread, stores when they are issued and when they reach memory, and words', () => {
  expect(shown(mp, 'pso')).toBe(`    P0              P1
 1  W x=1 buffered         line 4  MOV [x],$1
 2  W y=1                  line 5  MOV [y],$1
 3                  R y=1  line 4  MOV EAX,[y]
 4                  R x=0  line 5  MOV EBX,[x]
 5  commit x=1
 The store x=1 of P0 at line 4 was still in the store buffer when the younger store y=1 in line 5 reached
 memory: the two stores changed places, for PSO keeps a buffer for each address. Under SC each of these precedes
 the next, which closes a cycle: P0 W x=1, P0 W y=1, P1 R y=1, P1 R x=0, P0 W x=1.`);
  expect(shown(sbText, 'tso').replace(/\s+/g, ' ')).toContain(
    'of P0 at line 4 was still in the store buffer when the load of y in line 5 went ahead and read 0.',
  );
});

it('fits: without the source, then with one column', () => {
  const within = (columns: number): string => {
    const text = shown(sbText, 'tso', columns);
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
    return text;
  };
  expect(within(60)).toContain('MOV [x],$1');
  expect(within(45)).not.toContain('MOV [x],$1');
  expect(within(45)).toMatch(/^ +P0 +P1$/m);
  expect(within(32)).toMatch(/^ 1 {2}P0 {2}W x=1 buffered/m);
});

it('folds what is not on the cycle of a long execution', () => {
  const work = Array.from({ length: 30 }, (_, i) => ` MOV [z],$${i} | MOV [w],$${i} ;`).join('\n');
  const long = sbText.replace(' MOV [x],$1', `${work}\n MOV [x],$1`);
  const text = shown(long, 'tso');
  expect(text.split('\n').length).toBeLessThan(25);
  const folded = [...text.matchAll(/… (\d+) steps?/g)].map(([, count]) => Number(count));
  const steps = text.match(/^ +\d+ {2}/gm)?.length ?? 0;
  const program = parseLitmus(long, 'test.litmus');
  const witness = nonSc(program, 'tso');
  const merged = witness.schedule.filter(
    (step, i) =>
      step.kind === 'commit' &&
      witness.schedule[i - 1].kind === 'execute' &&
      witness.schedule[i - 1].thread === step.thread,
  ).length;
  // Every step is a row, part of the row before it, or counted.
  expect(folded.reduce((sum, count) => sum + count, 0) + steps).toBeGreaterThanOrEqual(
    witness.schedule.length - merged,
  );
  for (const { from } of hbCycle(witness.execution) ?? [])
    expect(text).toContain(`line ${witness.execution.events[from].at?.line}`);
});

/** All executions of a C program. */
const executions = (text: string): string => {
  const program = parseC(text, 'test.c');
  const all: string[] = [];
  explore(program, {
    model: 'sc',
    onExecution(build) {
      all.push(...witnessLines(new StateNames(program), program, build(), createStyle(false)));
    },
  });
  return all.join('\n');
};

it('does not tell what the library keeps for itself', () => {
  const told = executions(
    '#include <sys/socket.h>\n#include <unistd.h>\nint x; int main(void) { int s = socket(2, 1, 0); x = listen(s, 5); return close(s); }',
  );
  expect(told).toContain('W x=0');
  expect(told).not.toContain('library');
});

it('tells how many cells a large block has that is freed, not all of them', () => {
  const told = (n: number): string =>
    executions(`#include <stdlib.h>
      long *p; volatile int i; int main(void) { i = 0; p = calloc(${n}, sizeof *p); p[i] = 1; free(p); }`);
  expect(told(2)).toContain('free long[0] long[1] ');
  expect(told(500)).toContain('free long[0] long[1] long[2] long[3] and 496 more ');
  expect(
    Math.max(
      ...told(500)
        .split('\n')
        .map((line) => line.length),
    ),
  ).toBeLessThan(300);
});

it('names a block that is freed untouched', () => {
  const text = '#include <stdlib.h>\nlong *p; int main(void) { p = calloc(2, sizeof *p); free(p); }';
  expect(executions(text)).toContain('free long ');
});
