// When a monitor's silence on the SC executions that were explored proves the program robust.

import type { Exploration } from '../explore.js';
import type { MonitorName } from './monitor.js';

/** Whether the monitor may have missed a violation although it reported none on any execution of the exploration. */
export function mayMiss(name: MonitorName, exploration: Exploration): boolean {
  if (!exploration.complete) return true;
  switch (name) {
    case 'sober-published':
    case 'bss-tso-published':
    case 'bss-pso-published':
      // SOBER as published misses some violations, BSS wants all interleavings of every trace.
      return true;
    case 'sober':
      // Under SC a thread ends where it stores to a freed cell; with a buffer it goes on to the load SOBER would judge.
      return exploration.findings.some(({ finding }) => finding.kind === 'use-after-free');
    case 'bss-tso':
    case 'bss-pso':
      return false;
  }
}
