// Random programs whose locations and blocks have cells of given widths at given addresses. Their computed addresses
// meet cells, parts of cells, cells of other widths and nothing.

import { randomProgram } from '../../src/generate/random.js';
import type { Feature } from '../../src/generate/randomOptions.js';
import type { Program } from '../../src/program/program.js';
import type { Statement } from '../../src/program/statement.js';
import { validate } from '../../src/program/validate.js';

const features: readonly Feature[] = ['alloc', 'fault', 'pointer', 'rmw', 'atomic', 'if'];

export function shapedProgram(seed: number): Program {
  const program = randomProgram(seed, { features, mix: false });
  const stride = [4, 1, 2][seed % 3];
  const width = stride === 4 ? 32 : stride === 2 ? 16 : 8;
  const change = (body: readonly Statement[]): Statement[] =>
    body.map((s): Statement => {
      switch (s.kind) {
        case 'alloc':
          return {
            ...s,
            size: { kind: 'const', value: 2 * stride + (seed % 2) },
            shape:
              seed % 5 === 0
                ? {
                    cells: [{ offset: 0, width: 32 }],
                    size: 4,
                    tail: { stride, cells: [{ offset: 0, width }] },
                  }
                : { cells: [], size: 0, tail: { stride, cells: [{ offset: 0, width }] } },
          };
        case 'if':
          return { ...s, whenTrue: change(s.whenTrue), whenFalse: change(s.whenFalse) };
        case 'block':
        case 'while':
        case 'atomic':
          return { ...s, body: change(s.body) };
        default:
          return s;
      }
    });
  return validate({
    ...program,
    threads: program.threads.map((thread) => ({ ...thread, body: change(thread.body) })),
    locations: program.locations.map((location, i) => ({
      ...location,
      shape: {
        alignment: 4,
        size: 4 * location.initial.length,
        cells: location.initial.map((_, k) => ({
          offset: 4 * k,
          width: (i + seed) % 7 === 0 && k === 1 ? 16 : 32,
        })),
      },
    })),
  });
}
