import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Event } from '../../../src/execution/event.js';
import { explore } from '../../../src/explicit/explore.js';
import { monitorEvents, monitorNames } from '../../../src/explicit/monitors/index.js';
import { pairKey } from '../../../src/explicit/monitors/monitorProgram.js';
import { parseTrace, printTrace } from '../../../src/frontend/trace/index.js';
import type { Integer } from '../../../src/program/integer.js';
import { layOut } from '../../../src/program/layout.js';
import { InputError } from '../../../src/support/diagnostic.js';
import { arbitraryProgram } from '../../generate/arbitrary.js';

/** The reports of all monitors, as text. */
function reports(events: readonly Event[], threads: number, initial: ReadonlyMap<number, Integer>): string[] {
  const value = (address: number): Integer => initial.get(address) ?? 0;
  return monitorEvents(events, { monitors: monitorNames, threads, initial: value }).flatMap((monitor) =>
    monitor.violations.map((violation) => `${monitor.name} ${pairKey(violation)}`),
  );
}

describe('a recorded trace', () => {
  it('is read as it was written, and monitors say the same about it', () => {
    let reported = 0;
    fc.assert(
      fc.property(arbitraryProgram({ size: 8 }), (program) => {
        const { initial } = layOut(program);
        explore(program, {
          model: 'sc',
          unroll: 2,
          maxExecutions: 3,
          onExecution: (build) => {
            const { events } = build().execution;
            if (events.some(({ kind }) => kind === 'choice')) return;
            const text = printTrace(events, { thread: String, cell: String }, initial);
            const trace = parseTrace(text, 'trace.jsonl');
            // Threads and cells are numbered as they are met.
            const named = trace.events.map((event) => ({
              ...event,
              thread: Number(trace.threads[event.thread]),
              ...(event.other === undefined ? {} : { other: Number(trace.threads[event.other]) }),
              reads: event.reads.map((r) => ({ ...r, address: Number(trace.cells[r.address]) })),
              writes: event.writes.map((w) => ({ ...w, address: Number(trace.cells[w.address]) })),
            }));
            expect(named).toEqual(events);
            const before = reports(events, program.threads.length, initial);
            expect(reports(named, program.threads.length, initial)).toEqual(before);
            expect(reports(trace.events, trace.threads.length, trace.initial)).toHaveLength(before.length);
            reported += before.length;
          },
        });
      }),
      { numRuns: 200, seed: 1 },
    );
    expect(reported).toBeGreaterThan(50);
  });

  it('may leave out values and places', () => {
    const { events } = parseTrace(
      [
        '{"thread":1,"op":"U","address":7,"value":2}',
        '',
        '{"thread":2,"op":"R","address":7,"line":3}',
        '{"thread":2,"op":"A","reads":[7],"writes":[{"address":"y","value":4}]}',
        '{"thread":2,"op":"lock","address":"m"}',
        '{"thread":2,"op":"unlock","address":"m"}',
      ].join('\n'),
      't',
    );
    expect(events).toMatchObject([
      { thread: 0, index: 0, reads: [{ address: 0, value: 0 }], writes: [{ address: 0, value: 2 }] },
      { thread: 1, index: 0, reads: [{ address: 0, value: 2 }], at: { line: 3, column: 1 } },
      { thread: 1, reads: [{ address: 0, value: 2 }], writes: [{ address: 1, value: 4 }] },
      { reads: [{ address: 2, value: 0 }], writes: [{ address: 2, value: 1 }] },
      { reads: [{ address: 2, value: 1 }], writes: [{ address: 2, value: 0 }] },
    ]);
  });

  it.each([
    ['trace-syntax', '{"thread":0,'],
    ['trace-syntax', '[1]'],
    ['trace-event', '{"thread":0,"op":"X"}'],
    ['trace-event', '{"op":"F"}'],
    ['trace-event', '{"thread":0,"op":"R"}'],
    ['trace-event', '{"thread":0,"op":"W","address":"x","value":"one"}'],
    ['trace-event', '{"thread":0,"op":"spawn"}'],
    ['trace-event', '{"thread":0,"op":"A","reads":3}'],
    ['trace-event', '{"initial":4}'],
    ['trace-event', '{"initial":{"x":"y"}}'],
    ['trace-event', '{"thread":0,"op":"F"}\n{"initial":{}}'],
    ['trace-event', '{"thread":0,"op":"F"}\n{"thread":1,"op":"spawn","other":0}'],
    ['trace-event', '{"thread":0,"op":"F","line":"three"}'],
    ['trace-not-sc', '{"initial":{"x":1}}\n{"thread":0,"op":"R","address":"x","value":0}'],
  ])('is refused with %s: %s', (code, text) => {
    let error: unknown;
    try {
      parseTrace(text, 'trace.jsonl');
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({
      diagnostic: { code, file: 'trace.jsonl', line: text.split('\n').length },
    });
  });
});
