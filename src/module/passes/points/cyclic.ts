// Registers that are computed from themselves, as a pointer that walks through an array is.

import type { Body } from '../../module.js';
import { forEachValue } from '../../value.js';

export function cyclicRegisters({ blocks }: Body): ReadonlySet<string> {
  const uses = new Map<string, Set<string>>();
  for (const { instructions } of blocks.values())
    for (const i of instructions) {
      if (i.kind !== 'set') continue;
      const used = uses.get(i.result.name) ?? new Set<string>();
      uses.set(i.result.name, used);
      forEachValue(i.value, (node) => {
        if (node.kind === 'register') used.add(node.name);
      });
    }
  const cyclic = new Set<string>();
  for (const name of uses.keys()) {
    const seen = new Set(uses.get(name));
    for (const other of seen) {
      if (other === name) break;
      for (const next of uses.get(other) ?? []) seen.add(next);
    }
    if (seen.has(name)) cyclic.add(name);
  }
  return cyclic;
}
