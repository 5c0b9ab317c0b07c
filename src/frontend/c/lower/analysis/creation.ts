// Whether statements create threads: such code is written out for every time that it may run.

import type { TypedStatement } from '../../typed.js';
import type { Frame } from '../frame.js';
import { CreationScan } from '../scan.js';
import { reachedFrom } from './functionFlow.js';

const scans = new WeakMap<Frame['program'], CreationScan>();

export function createsThreads({ program }: Frame, statements: readonly TypedStatement[]): boolean {
  let scan = scans.get(program);
  if (scan === undefined) {
    scan = new CreationScan((callee) => reachedFrom(program.unit, callee).reached);
    scans.set(program, scan);
  }
  return statements.some((statement) => scan.statement(statement));
}
