// Code that may run between any two events of a thread (settle/between.ts): where its copies stand.

import { describe, expect, it } from 'vitest';
import { explore } from '../../../src/explicit/explore.js';
import { parseModule } from '../../../src/module/parse.js';
import { link, noLibrary } from '../../../src/module/passes/link.js';
import { programOf } from '../../../src/module/passes/program/index.js';
import { settle } from '../../../src/module/passes/settle/index.js';
import type { Program } from '../../../src/program/program.js';
import { statesIn } from '../../frontend/c/run.js';

/** `f` adds 10 to x, or does nothing; before a wait it says that it may end it. */
const program = (body: string): Program =>
  programOf(
    settle(
      link(
        parseModule(`layout "int" scalar 4 signed
global @x size 4 align 4 bytes "" layout "int"
global @y size 4 align 4 bytes "" layout "int"
function @f(%ask:i32) -> i32 {
entry:
  switch %ask:i32 [0:i32 point, 1:i32 wait] nothing
wait:
  return 1:i32
point:
  %c:i32 = intrinsic choose(2:i32)
  branch eq(%c:i32, 0:i32), nothing, comes
comes:
  %1:i32 = load @x
  store @x, add(%1:i32, 10:i32)
  jump nothing
nothing:
  return 0:i32
}
function @main() -> i32 {
entry:
${body}
  return 0:i32
}`),
        noLibrary,
      ),
    ),
    { name: 'test' },
  );

const states = (body: string): string[] => {
  const read = program(body);
  return statesIn(read, explore(read, { model: 'sc', unroll: 8 }));
};

describe('code between two events', () => {
  it('runs at each event, and where the thread ends', () => {
    expect(states('intrinsic between(@f)\nstore @x, 1:i32')).toEqual(['x=1 y=0', 'x=11 y=0']);
    expect(states('intrinsic between(@f)\n%1:i32 = load @x\nstore @y, %1:i32')).toEqual([
      'x=0 y=0',
      'x=10 y=0',
      'x=10 y=10',
      'x=20 y=0',
      'x=20 y=10',
      'x=30 y=10',
    ]);
  });

  it('does not run behind the end of the region, nor in an atomic section', () => {
    expect(states('intrinsic between(@f)\nintrinsic between_end()\nstore @x, 1:i32')).toEqual(['x=1 y=0']);
    const section = (inside: string): string =>
      `intrinsic between(@f)\nintrinsic atomic_begin()\n${inside}\nintrinsic atomic_end()\nintrinsic between_end()`;
    expect(states(section('%1:i32 = load @x\nstore @x, add(%1:i32, 1:i32)'))).toEqual([
      'x=1 y=0',
      'x=11 y=0',
    ]);
  });

  it('comes where a region begins in which nothing comes', () => {
    expect(
      states(
        'intrinsic between(@f)\nintrinsic between(0:ptr)\nstore @x, 1:i32\nintrinsic between_end()\nintrinsic between_end()',
      ),
    ).toEqual(['x=1 y=0']);
  });

  it('says before a wait whether it may end it', () => {
    const wait = '%1:i32 = intrinsic take(@y, 0:i32, 1:i32, 0:i32, 0:i32, @y, "y")';
    const found = (body: string): string[] =>
      explore(program(body), { model: 'sc', unroll: 8 }).findings.map(({ finding }) => finding.kind);
    expect(found(wait)).toEqual(['deadlock']);
    expect(found(`intrinsic between(@f)\n${wait}`)).toEqual([]);
  });
});
