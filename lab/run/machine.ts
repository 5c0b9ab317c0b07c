// The machine that measures: what matters for figures, and nothing by which it could be recognised.

import { arch, cpus, platform } from 'node:os';
import type { Machine } from '../table.js';

export function thisMachine(jobs: number): Machine {
  const cores = cpus();
  return {
    cpu: cores.at(0)?.model.trim() ?? 'unknown CPU',
    cores: cores.length,
    platform: `${platform()} ${arch()}`,
    node: process.version,
    jobs,
  };
}
