import { describe, expect, it } from 'vitest';
import { finalCell, finalRegister, type ProgramBuilder, program } from '../../src/program/builder.js';
import { layOut } from '../../src/program/layout.js';
import { StateNames } from '../../src/report/state.js';

function locations(): ProgramBuilder {
  const p = program('test');
  p.location('x');
  p.array('t', [0, 0]);
  p.thread(() => {});
  return p;
}

describe('states', () => {
  it('name registers, cells, array cells and addresses', () => {
    const p = locations()
      .observe(finalRegister(0, 'EAX'), finalCell('x'), finalCell('t', 1), finalRegister(0, 'EBX'))
      .build();
    const address = (name: string): number => layOut(p).addressOf.get(name) ?? 0;
    expect(new StateNames(p).state([-1, address('x'), 7, address('t') + 1])).toBe(
      '0:EAX=-1; x=x; t[1]=7; 0:EBX=t[1];',
    );
  });
});
