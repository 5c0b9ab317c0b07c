import { describe, expect, it } from 'vitest';
import { parseModule } from '../../src/module/parse.js';
import { link, noLibrary } from '../../src/module/passes/link.js';
import { behaviours, TooManyStates } from './interpreter.js';

/** Main starts two workers; each has a local &y of its own. */
const text = (main: string, worker: string): string => `
  global @g size 4 align 4 bytes ""
  global @q size 8 align 8 bytes ""
  function @worker(%a:ptr, %b:ptr) {
    local &y size 4 align 4
  entry:
    ${worker}
    return
  }
  function @main() -> i32 {
    local &y size 4 align 4
  entry:
    ${main}
    return 0:i32
  }`;

const start = 'call @__diptych_spawn(@worker, &y, 0:ptr, 0:ptr)';
const ends = (module: string, mostStates?: number): Set<string> =>
  behaviours(link(parseModule(module), noLibrary), mostStates);

/** The values of @g in the end. */
const values = (found: Set<string>): (string | undefined)[] =>
  [...found].map((end) => /g=\[(\d+)/.exec(end)?.[1] ?? end).sort();

describe('the interpreter', () => {
  it('takes no step for locals that no other thread can reach', () => {
    const worker = `${'store &y, 1:i32\n'.repeat(30)} %v:i32 = load @g\n store @g, add(%v:i32, 1:i32)`;
    const found = ends(text(`store &y, 0:i32\n ${start}\n ${start}`, worker), 100);
    expect(values(found)).toEqual(['1', '2']);
  });

  it.each([
    ['a thread was started with', `store &y, 1:i32\n ${start}\n store &y, 2:i32\n store &y, 3:i32`, '%a:ptr'],
    [
      'memory leads to',
      `store &y, 1:i32\n store @q, &y\n ${start}\n store &y, 2:i32\n store &y, 3:i32`,
      '%p:ptr',
    ],
  ])('takes a step for a local that %s', (_, main, at) => {
    const found = ends(text(main, `%p:ptr = load @q\n %v:i32 = load ${at}\n store @g, %v:i32`));
    expect(values(found)).toEqual(['1', '2', '3']);
  });

  it('gives up where there are too many states', () => {
    const worker = '%v:i32 = load @g\n store @g, add(%v:i32, 1:i32)';
    expect(() => ends(text(`${start}\n ${start}`, worker), 10)).toThrow(TooManyStates);
  });
});
