// The measuring machine: properties that matter for figures, and none that identifies it.

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
