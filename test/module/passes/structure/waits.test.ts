import { describe, expect, it } from 'vitest';
import { explore } from '../../../../src/explicit/explore.js';
import { parseModule } from '../../../../src/module/parse.js';
import { programOf } from '../../../../src/module/passes/program/index.js';
import { separateWaits } from '../../../../src/module/passes/structure/waits.js';
import { printModule } from '../../../../src/module/print.js';
import { assumeSpinLoops } from '../../../../src/program/spinLoops.js';
import { StateNames } from '../../../../src/report/state.js';
import { behaviours } from '../../interpreter.js';

/** The text after the pass, of the first thread alone. */
function separated(text: string): string {
  const module = parseModule(text);
  const threads = module.threads.map((thread) => ({ ...thread, body: separateWaits(thread.body) }));
  return printModule({ ...module, threads });
}

const thread = (lines: string): string => `global @x size 4 align 4 bytes ""
thread "main" () {
entry:
  jump head
${lines}}
`;

describe('a wait at the start of a loop', () => {
  it('becomes a loop of its own', () => {
    const text = thread(`head:
  %v:i32 = load @x
  branch eq(%v:i32, 0:i32), head, body
body:
  store @x, 0:i32
  jump head
`);
    expect(separated(text)).toBe(
      thread(`head~outer:
  jump head
head:
  %v:i32 = load @x
  branch eq(%v:i32, 0:i32), head, body
body:
  store @x, 0:i32
  jump head~outer
`).replace('jump head\nhead~outer', 'jump head~outer\nhead~outer'),
    );
  });

  it('is left where it is the only loop, or where it writes', () => {
    const alone = thread(`head:
  %v:i32 = load @x
  branch eq(%v:i32, 0:i32), head, out
out:
  return
`);
    const writing = thread(`head:
  %v:i32 = rmw add @x, 1:i32 seq_cst
  branch eq(%v:i32, 0:i32), head, body
body:
  store @x, 0:i32
  jump head
`);
    expect(separated(alone)).toBe(printModule(parseModule(alone)));
    expect(separated(writing)).toBe(printModule(parseModule(writing)));
  });

  it('does what the interpreter does', () => {
    // A worker takes two tokens, each of which the other thread offers when the last was taken.
    const text = `layout "int" scalar 4 signed
global @x size 4 align 4 bytes "" label "x" layout "int"
global @n size 4 align 4 bytes "" label "n" layout "int"
thread "main" () {
entry:
  start 1()
  store @x, 1:i32
  %a:i32 = load @n
  branch eq(%a:i32, 1:i32), more, less
more:
  store @x, 3:i32
  return
less:
  store @x, 2:i32
  return
}
thread "worker" () {
entry:
  %n:i32 = 0:i32
  jump head
head:
  %v:i32 = load @x
  branch eq(%v:i32, 0:i32), head, body
body:
  %n:i32 = add(%n:i32, %v:i32)
  store @n, %n:i32
  branch sgt(%n:i32, 1:i32), out, head
out:
  return
}
`;
    const module = parseModule(text);
    const program = assumeSpinLoops(programOf(module, { name: 'test' }));
    const { outcomes, cutLoops } = explore(program, { model: 'sc', unroll: 8 });
    expect(cutLoops).toEqual([]);
    const names = new StateNames(program);
    const ends = [...behaviours(module)].map((end) => {
      const [n, x] = ['n', 'x'].map((name) => Number(new RegExp(`${name}=\\[(\\d+),`).exec(end)?.[1]));
      return `x=${x}; n=${n};`;
    });
    expect([...new Set(outcomes.map((outcome) => names.state(outcome)))].sort()).toEqual(ends.sort());
  });
});
