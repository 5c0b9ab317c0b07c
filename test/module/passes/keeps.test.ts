import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseModule } from '../../../src/module/parse.js';
import { link, noLibrary } from '../../../src/module/passes/link.js';
import { settle } from '../../../src/module/passes/settle/index.js';
import { printModule } from '../../../src/module/print.js';
import { verify } from '../../../src/module/verify.js';
import { behaviours } from '../interpreter.js';
import { randomModule } from '../randomModule.js';

const sorted = (found: Set<string>): string[] => [...found].sort();

describe('random modules', () => {
  it('print as text that reads back', () => {
    fc.assert(
      fc.property(randomModule, (text) => {
        const printed = printModule(parseModule(text));
        expect(printModule(parseModule(printed))).toBe(printed);
      }),
    );
  });

  it('do the same when they are settled', () => {
    fc.assert(
      fc.property(randomModule, (text) => {
        const linked = link(parseModule(text), noLibrary);
        const threads = settle(linked);
        expect([...verify(linked), ...verify(threads)]).toEqual([]);
        // A global that no thread mentions any more keeps its first value.
        const whole = { ...threads, globals: new Map([...linked.globals, ...threads.globals]) };
        expect(sorted(behaviours(whole))).toEqual(sorted(behaviours(linked)));
      }),
      { numRuns: 150 },
    );
  });
});
