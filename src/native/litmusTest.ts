// A litmus test as the part of a C program that runtime/litmus.c includes.

import type { LitmusTest } from '../frontend/litmus/index.js';
import type { Program } from '../program/program.js';
import { usesWidths } from '../program/widths.js';
import { cFunction } from './cThread.js';
import { type Row, rowOf } from './row.js';
import { tsoFunction } from './tsoThread.js';
import { notNative } from './unsupported.js';
import type { X86Thread } from './x86Operands.js';
import { x86Function } from './x86Thread.js';

interface NativeTest {
  readonly text: string;
  readonly row: Row;
}

/** `mapped`: an x86 test for AArch64. */
export function nativeTest({ program, code }: LitmusTest, mapped = false): NativeTest {
  const file = program.source?.file ?? program.name;
  const refuse = (what: string): never => notNative(what, file);
  if (program.threads.some((thread) => thread.start === 'spawned')) refuse('a thread that others start');
  if (usesWidths(program)) refuse('a test with values of other widths than 32 bits');
  const row = rowOf(program, code.dialect === 'X86_64' ? 8 : 4);
  const places = savedPlaces(program);
  const names = program.threads.map((_, i) => `test_P${i}`);
  const shared = (i: number) => ({
    initial: program.threads[i].registers,
    saved: places.saved[i],
    row,
    refuse,
  });
  const functions =
    code.dialect === 'C'
      ? [
          '#include "litmus-c.h"',
          ...code.functions.flatMap((f, i) =>
            cFunction(names[i], { code: f, registers: code.registers[i], ...shared(i) }),
          ),
        ]
      : (mapped ? tsoCode : x86Code)(
          names,
          code.threads.map((cells, i) => ({ dialect: code.dialect, text: code.text, cells, ...shared(i) })),
        );
  return {
    row,
    text: `${[...preamble(program, row, places), ...functions, ...tables(program, row, places, names)].join('\n')}\n`,
  };
}

const tsoCode = (names: readonly string[], threads: readonly X86Thread[]): string[] => [
  '#include "litmus-tso.h"',
  ...threads.flatMap((thread, i) => tsoFunction(names[i], thread)),
];

const x86Code = (names: readonly string[], threads: readonly X86Thread[]): string[] => [
  ...names.map((name) => `extern thread_function ${name};`),
  '__asm__(".text\\n"',
  ...threads.flatMap((thread, i) =>
    x86Function(names[i], thread).map((line) => `  ${JSON.stringify(`${line}\n`)}`),
  ),
  ');',
];

interface SavedPlaces {
  /** Per thread, where its observed registers are saved. */
  readonly saved: readonly ReadonlyMap<string, number>[];
  readonly count: number;
}

function savedPlaces(program: Program): SavedPlaces {
  const saved = program.threads.map(() => new Map<string, number>());
  let count = 0;
  for (const observable of program.observed)
    if (observable.kind === 'register') saved[observable.thread].set(observable.register, count++);
  return { saved, count };
}

const preamble = (program: Program, { line, stride }: Row, { count }: SavedPlaces): string[] => [
  `#define THREADS ${program.threads.length}`,
  `#define LOCATIONS ${program.locations.length}`,
  `#define REGISTERS ${count}`,
  `#define LINE ${line}`,
  `#define WIDE ${stride === 8 ? 1 : 0}`,
];

function tables(program: Program, row: Row, { saved }: SavedPlaces, names: readonly string[]): string[] {
  const cells = program.locations.flatMap(({ name, initial }) =>
    initial.map((value, index) => {
      const [number, target] =
        typeof value === 'object' ? [0, row.offset(value.location, value.index)] : [value, -1];
      return `  { ${row.offset(name, index)}, ${number}, ${target} },`;
    }),
  );
  const observed = program.observed.map((observable) =>
    observable.kind === 'register'
      ? saved[observable.thread].get(observable.register)
      : `~${row.offset(observable.location, observable.index)}`,
  );
  return [
    `static const struct cell cells[] = {`,
    ...cells,
    '};',
    `static thread_function *const threads[THREADS] = { ${names.join(', ')} };`,
    `static const int observed[] = { ${observed.join(', ')} };`,
  ];
}
