// The generated tests of the corpus, and what makes two of them the same test.

import { type CorpusTest, readCorpus } from '../../benchmarks/corpus/corpus.js';
import { parseLitmus } from '../../src/frontend/litmus/index.js';
import type { Expr } from '../../src/program/expression.js';
import type { Integer } from '../../src/program/integer.js';
import type { Program, Thread } from '../../src/program/program.js';

export interface GeneratedTest {
  readonly test: CorpusTest;
  /** The generator's name for its cycle. */
  readonly name: string;
  readonly program: Program;
}

/** The tests that were generated from cycles. */
export function generatedTests(): GeneratedTest[] {
  return readCorpus()
    .filter(({ file }) => file.startsWith('diy__'))
    .map((test) => ({
      test,
      name: test.file.replace(/^diy__\w+?__/, '').replace(/\.litmus$/, ''),
      program: parseLitmus(test.text, test.file),
    }));
}

/** The memory accesses of a program: the same for two programs that differ in names and in which thread comes first. */
export function shapeOfTest(program: Program): string {
  const { threads } = program;
  const rotations = threads.map((_, i) => [...threads.slice(i), ...threads.slice(0, i)]);
  return rotations.map(accesses).sort()[0];
}

function accesses(threads: readonly Thread[]): string {
  const names = new Map<string, string>();
  return threads
    .map((thread) => {
      const registers = new Map<string, Integer>();
      const value = (e: Expr): string => {
        if (e.kind === 'address') {
          if (!names.has(e.location)) names.set(e.location, `l${names.size}`);
          return names.get(e.location) ?? '';
        }
        if (e.kind === 'const') return `${e.value}`;
        return e.kind === 'register' && registers.has(e.name) ? `${registers.get(e.name)}` : '?';
      };
      return thread.body
        .flatMap((s): string[] => {
          switch (s.kind) {
            case 'assign':
              if (s.value.kind === 'const') registers.set(s.target, s.value.value);
              return [];
            case 'load':
              registers.delete(s.target);
              return [`R ${value(s.address)}`];
            case 'store':
              return [`W ${value(s.address)} ${value(s.value)}`];
            case 'fence':
              return [s.fence];
            case 'rmw':
              return [`U ${value(s.address)} ${s.op.kind === 'xchg' ? value(s.op.value) : '?'}`];
            default:
              return [s.kind];
          }
        })
        .join('; ');
    })
    .join(' || ');
}
