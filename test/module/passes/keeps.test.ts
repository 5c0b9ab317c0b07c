import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explore } from '../../../src/explicit/explore.js';
import { parseModule } from '../../../src/module/parse.js';
import { programOfModule } from '../../../src/module/passes/index.js';
import { link, noLibrary } from '../../../src/module/passes/link.js';
import { settle } from '../../../src/module/passes/settle/index.js';
import { printModule } from '../../../src/module/print.js';
import { verify } from '../../../src/module/verify.js';
import { StateNames } from '../../../src/report/state.js';
import { behaviours } from '../interpreter.js';
import { randomModule } from '../randomModule.js';

/** Each once, and without the pointer `q`: the locals that it may point to have other names once they are settled. */
const sorted = (found: Set<string>): string[] =>
  [...new Set([...found].map((end) => end.replace(/ q=\[.*?\](?= |$)/, '')))].sort();

/** The module with names for its numbers, which final states show. */
const named = (text: string): string =>
  `layout "int" scalar 4 signed\n${text.replace(/^global @([gh]) (.*)$/gm, 'global @$1 $2 label "$1" layout "int"')}`;

/** The numbers of an end of the interpreter's, as a final state shows them; undefined for a finding or a thread that waits. */
function numbersOf(end: string): string | undefined {
  const bytes = ['g', 'h'].map((name) => new RegExp(`^(?:.* )?${name}=\\[([\\d,]*)\\]`).exec(end)?.[1]);
  if (end.startsWith('waits') || bytes.includes(undefined)) return undefined;
  const numbers = bytes.map(
    (list = '') => new Int32Array(new Uint8Array(list.split(',').map(Number)).buffer)[0],
  );
  return `g=${numbers[0]}; h=${numbers[1]};`;
}

const runs = Number(process.env.FC_RUNS ?? 150);

describe('random modules', () => {
  it('print as text that reads back', () => {
    fc.assert(
      fc.property(randomModule, (text) => {
        const printed = printModule(parseModule(text));
        expect(printModule(parseModule(printed))).toBe(printed);
      }),
    );
  });

  it('do the same under SC as the programs that they become', () => {
    let compared = 0;
    fc.assert(
      fc.property(randomModule, (text) => {
        const module = parseModule(named(text));
        const linked = link(module, noLibrary);
        const program = programOfModule(module, noLibrary, {
          name: 'random',
          // Before it is linked the module calls intrinsics as functions that it does not declare.
          onPass: (pass, after) => expect(pass === 'read' ? [] : verify(after)).toEqual([]),
        });
        const { outcomes, findings, cutLoops } = explore(program, { model: 'sc', unroll: 4 });
        const all = sorted(behaviours(linked));
        const ends = all.map(numbersOf).filter((end) => end !== undefined);
        if (cutLoops.length > 0) return;
        // Findings have other words there.
        expect(findings.length > 0).toBe(all.some((end) => !/\bg=/.test(end)));
        const names = new StateNames(program);
        const states = outcomes.map((outcome) => names.state(outcome));
        expect([...new Set(states)].sort()).toEqual([...new Set(ends)].sort());
        compared++;
      }),
      { numRuns: Math.ceil((runs * 2) / 3) },
    );
    expect(compared).toBeGreaterThan(20);
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
      { numRuns: runs },
    );
  });
});
