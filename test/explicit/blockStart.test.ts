// A block is freed by the address where it starts, whether or not the program uses a cell there: all machines and the symbolic engine
// agree.

import { describe, expect, it } from 'vitest';
import { modelNames } from '../../src/execution/execution.js';
import { explore } from '../../src/explicit/explore.js';
import { parseModule } from '../../src/module/parse.js';
import { programOf } from '../../src/module/passes/program/index.js';
import { SymbolicEngine } from '../../src/symbolic/index.js';

const engine = await SymbolicEngine.start();

/** Blocks of 16 bytes of which only the second half is used, by two threads. */
const program = (main: readonly string[], worker: readonly string[] = []) =>
  programOf(
    parseModule(`global @p size 8 align 8
thread "main" () {
entry:
  %p:ptr = intrinsic allocate(16:i64, 8:i64, 0:i32)
  store offset(%p:ptr, 8), 1:i64
  store @p, %p:ptr
  start 1()
${main.map((line) => `  ${line}`).join('\n')}
  return
}
thread "worker" () {
entry:
  %q:ptr = load @p
${worker.map((line) => `  ${line}`).join('\n')}
  return
}
`),
    { name: 'blocks' },
  );

const free = 'intrinsic release(%p:ptr)';
const freeThere = 'intrinsic release(%q:ptr)';
const cases: readonly [string, readonly string[], readonly string[], readonly string[]][] = [
  ['is freed', [free], [], []],
  ['is freed by another thread', [], [freeThere], []],
  ['is freed twice', [free, free], [], ['double-free']],
  ['is freed by both threads', [free], [freeThere], ['double-free']],
  ['is used and freed', [free], ['%v:i64 = load offset(%q:ptr, 8)'], ['use-after-free']],
  ['is freed in its middle', ['intrinsic release(offset(%p:ptr, 8))'], [], ['invalid-free']],
  [
    'is not used at its start',
    ['%v:i8 = load %p:ptr', 'intrinsic assume(zext:i32(%v:i8))', free],
    [],
    ['uninitialised-read'],
  ],
];

describe('a block without a cell at its start', () => {
  it.each(cases)('%s', (_, main, worker, kinds) => {
    const made = program(main, worker);
    for (const model of modelNames) {
      const kindsOf = (findings: readonly { readonly finding: { readonly kind: string } }[]): string[] =>
        [...new Set(findings.map(({ finding }) => finding.kind))].sort();
      expect(kindsOf(explore(made, { model }).findings), `${model}, fast`).toEqual(kinds);
      expect(kindsOf(explore(made, { model, dpor: 'none' }).findings), `${model}, plain`).toEqual(kinds);
      const symbolic = engine.findings(made, { model, unroll: 3 });
      expect(kindsOf(symbolic.findings), `${model}, symbolic`).toEqual(kinds);
    }
  });
});
