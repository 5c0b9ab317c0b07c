import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explore } from '../../../src/explicit/explore.js';
import { parseModule } from '../../../src/module/parse.js';
import { programOfModule } from '../../../src/module/passes/index.js';
import { link, noLibrary } from '../../../src/module/passes/link.js';
import { settle } from '../../../src/module/passes/settle/index.js';
import { printModule } from '../../../src/module/print.js';
import { verify } from '../../../src/module/verify.js';
import { everyday } from '../../counts.js';
import { asProgram, asSettled } from '../keeps.js';
import { moduleWithBlocks, moduleWithMarks, randomModule } from '../randomModule.js';

const judged = { parseModule, programOfModule, settle, explore };

const runs = Number(process.env.FC_RUNS ?? everyday(150));

const kinds = [
  ['without blocks of the heap', randomModule],
  ['with blocks of the heap', moduleWithBlocks],
  ['with marks in an address', moduleWithMarks],
] as const;

describe('random modules', () => {
  it('print as text that reads back', () => {
    fc.assert(
      fc.property(randomModule, (text) => {
        const printed = printModule(parseModule(text));
        expect(printModule(parseModule(printed))).toBe(printed);
      }),
    );
  });

  it.each(kinds)('do the same under SC as the programs that they become, %s', (_, modules) => {
    let compared = 0;
    fc.assert(
      fc.property(modules, (text) => {
        // Before it is linked the module calls intrinsics as functions that it does not declare.
        const found = asProgram(judged, text, (pass, after) =>
          expect(pass === 'read' ? [] : verify(after)).toEqual([]),
        );
        if (found === undefined) return;
        const [before, after] = found;
        expect(after).toEqual(before);
        compared++;
      }),
      { numRuns: Math.ceil((runs * 2) / 3) },
    );
    expect(compared).toBeGreaterThan(everyday(20));
  });

  it.each(kinds)('do the same when they are settled, %s', (_, modules) => {
    let compared = 0;
    fc.assert(
      fc.property(modules, (text) => {
        const linked = link(parseModule(text), noLibrary);
        expect([...verify(linked), ...verify(settle(linked))]).toEqual([]);
        const found = asSettled(judged, text);
        if (found === undefined) return;
        const [before, after] = found;
        expect(after).toEqual(before);
        compared++;
      }),
      { numRuns: runs },
    );
    expect(compared).toBeGreaterThan(runs * 0.9);
  });
});
