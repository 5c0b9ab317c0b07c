// Parts of rows on other machines. Only the name of a part travels, and every machine with a laboratory of the same
// build knows it. Its figures are those of the machine that measured it.

import type { Workplace } from '#diptych/campaign/workplace.js';
import { Decoder } from '#diptych/support/decoder.js';
import type { Cell } from '../table.js';
import type { MeasurePart, PartAddress, PartResult } from './measurePart.js';

export const measureElsewhere =
  (place: Workplace): MeasurePart =>
  (address, signal) =>
    place.ask({ kind: 'part', address }, { signal }, decodeResult);

/** Only addresses of parts travel: a job cannot name another program to run. */
export function decodeAddress(value: unknown): PartAddress {
  const d = new Decoder(value, 'a part of a table');
  d.only(['experiment', 'scale', 'section', 'row', 'part', 'limit']);
  return {
    experiment: d.at('experiment').string(),
    scale: d.at('scale').oneOf(['quick', 'full'] as const),
    section: d.at('section').string(),
    row: d.at('row').string(),
    part: d.at('part').string(),
    limit: { timeLimitMs: d.at('limit').at('timeLimitMs').number() },
  };
}

function decodeResult(d: Decoder): PartResult {
  const kind = d.at('kind').oneOf(['measured', 'over', 'failed'] as const);
  switch (kind) {
    case 'measured':
      return {
        kind,
        cells: d
          .at('cells')
          .record((cell) => cell.nullable((one) => one.as(cellOf, 'a figure or a word')) ?? null),
      };
    case 'over':
      return { kind, seconds: d.at('seconds').number() };
    case 'failed':
      return { kind, message: d.at('message').string() };
  }
}

function cellOf(value: unknown): Exclude<Cell, null> | undefined {
  if (typeof value === 'object' && value !== null && 'over' in value && typeof value.over === 'number')
    return { over: value.over };
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : undefined;
}
