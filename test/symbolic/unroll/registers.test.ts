// The registers of paths that share what they have in common, compared with maps of which every path has its own.

import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/support/prng.js';
import { Registers } from '../../../src/symbolic/unroll/registers.js';
import { type Term, Terms } from '../../../src/symbolic/unroll/term.js';

type Both = { readonly shared: Registers; readonly own: Map<string, Term> };

const names = Array.from({ length: 200 }, (_, k) => `r${k}`);

const same = ({ shared, own }: Both): boolean => names.every((name) => shared.get(name) === own.get(name));

describe('registers of paths', () => {
  it('are those of the path alone, whatever other paths that came from it set', () => {
    for (let seed = 0; seed < 6; seed++) {
      const random = new Random(seed);
      const terms = new Terms();
      const condition = terms.input({ kind: 'fact', fact: 0 });
      const paths: Both[] = [{ shared: Registers.none(), own: new Map() }];
      for (let step = 0; step < 400; step++) {
        const path = paths[random.int(0, paths.length - 1)];
        switch (random.int(0, 8 - 1)) {
          case 0:
            paths.push({ shared: path.shared.copy(), own: new Map(path.own) });
            break;
          case 1: {
            const other = paths[random.int(0, paths.length - 1)];
            const chosen = (x: Term | undefined, y: Term | undefined): Term =>
              terms.ite(condition, x ?? terms.no, y ?? terms.no);
            const own = new Map<string, Term>();
            for (const name of new Set([...path.own.keys(), ...other.own.keys()]))
              own.set(name, chosen(path.own.get(name), other.own.get(name)));
            paths.push({ shared: path.shared.mergedWith(other.shared, chosen), own });
            break;
          }
          default: {
            const name = names[random.int(0, names.length - 1)];
            const value = terms.constant(random.int(0, 1000 - 1));
            path.shared.set(name, value);
            path.own.set(name, value);
          }
        }
      }
      expect(paths.every(same)).toBe(true);
    }
  });
});
