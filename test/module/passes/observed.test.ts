// The variables of a final state of a module's program.

import { describe, expect, it } from 'vitest';
import { parseModule } from '../../../src/module/parse.js';
import { programOfModule } from '../../../src/module/passes/index.js';
import { noLibrary } from '../../../src/module/passes/link.js';
import { StateNames } from '../../../src/report/state.js';

const text = `
layout "int" scalar 4 signed
layout "byte" scalar 1 unsigned
layout "bytes" array 2 1 "byte"
layout "s" record 8 { "a" 0 "int", "b" 4 "bytes" }
global @late size 4 align 4 bytes "03" label "late" layout "int" !9:1
global @s size 8 align 4 bytes "" label "s" layout "s" !2:1
global @unused size 4 align 4 bytes "07" label "unused" layout "int" !1:1
global @fixed size 4 align 4 bytes "07" constant label "fixed" layout "int" !3:1
function @main() -> i32 {
entry:
  store @late, 5:i32
  store offset(@s, 5), -1:i8
  return 0:i32
}`;

const shown = (observe?: readonly string[]): readonly string[] => {
  const program = programOfModule(parseModule(text), noLibrary, {
    name: 'shown',
    ...(observe === undefined ? {} : { observe }),
  });
  return new StateNames(program).observed;
};

describe('a final state', () => {
  it('shows numbers in the order of the text, also those that no thread touches', () => {
    expect(shown()).toEqual(['unused', 'late']);
  });

  it('shows the named things, and all scalars of an array or a record', () => {
    expect(shown(['s.b[1]', 'late'])).toEqual(['s.b[1]', 'late']);
    expect(shown(['s'])).toEqual(['s.a', 's.b[0]', 's.b[1]']);
  });

  it('is refused where a name means nothing', () => {
    expect(() => shown(['nosuch'])).toThrow('there is no such global variable');
    expect(() => shown(['s.c'])).toThrow('there is no .c in it');
    expect(() => shown(['s.b[2]'])).toThrow('there is no [2] in it');
  });
});
