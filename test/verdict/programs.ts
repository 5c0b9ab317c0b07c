// Small programs that several tests ask about.

import { and, eq, finalRegister, type ProgramBuilder, program } from '../../src/program/builder.js';

const bothZero = and(eq(finalRegister(0, 'r'), 0), eq(finalRegister(1, 'r'), 0));

function buffering(name: string): ProgramBuilder {
  const p = program(name);
  const x = p.location('x');
  const y = p.location('y');
  p.thread((t) => void t.store(x, 1).load(y, 'r'));
  p.thread((t) => void t.store(y, 1).load(x, 'r'));
  return p;
}

/** Store buffering: 0,0 only with store buffers. */
export const sb = buffering('SB').exists(bothZero).build();
export const sbForbidden = buffering('SB-forbidden').notExists(bothZero).build();
