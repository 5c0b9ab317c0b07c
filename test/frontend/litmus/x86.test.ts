import { describe, expect, it } from 'vitest';
import { parseLitmus } from '../../../src/frontend/litmus/index.js';
import type { Program } from '../../../src/program/program.js';
import type { Statement } from '../../../src/program/statement.js';

/** A one-thread test in dialect X86 with the given instructions. */
const x86 = (...rows: string[]): Program =>
  parseLitmus(`X86 t\n{ }\n P0 ;\n${rows.map((row) => ` ${row} ;`).join('\n')}\nexists (x=0)\n`, 't.litmus');

const withoutPlaces = (program: Program): Omit<Statement, 'at'>[] =>
  program.threads[0].body.map(({ at: _, ...statement }) => statement);

describe('x86 instructions', () => {
  it('reads a store, a load and fences', () => {
    expect(withoutPlaces(x86('MOV [x],$1', 'MFENCE', 'SFENCE', 'LFENCE', 'NOP', 'mov eax, [y]'))).toEqual([
      { kind: 'store', address: { kind: 'address', location: 'x' }, value: { kind: 'const', value: 1 } },
      { kind: 'fence', fence: 'full' },
      { kind: 'fence', fence: 'store-store' },
      { kind: 'load', target: 'EAX', address: { kind: 'address', location: 'y' } },
    ]);
  });
});
