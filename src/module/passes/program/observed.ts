// The content of a final state: the program's global variables that are numbers.

import type { Observable } from '../../../program/condition.js';
import type { Module } from '../../module.js';
import type { ProgramParts } from './parts.js';

export function observedOf(module: Module, parts: ProgramParts): Observable[] {
  const observed: Observable[] = [];
  for (const [object, global] of module.globals) {
    if (global.model === true || global.constant === true || global.storage.kind !== 'static') continue;
    const layout = global.layout === undefined ? undefined : module.layouts.get(global.layout);
    if (layout?.kind !== 'scalar') continue;
    const location = parts.locationName(object);
    if (location === undefined) continue;
    const bits = ([8, 16, 32, 64] as const).find((width) => width === layout.size * 8);
    const isUnsigned = layout.reads === 'unsigned' || layout.reads === 'bool';
    const cells = parts.cellsOf(object);
    observed.push({
      kind: 'cell',
      location,
      index: 0,
      ...(isUnsigned && bits !== undefined && cells.length < 2 ? { unsigned: bits } : {}),
    });
    for (let index = 1; index < cells.length; index++)
      observed.push({ kind: 'cell', location, index, continues: true });
  }
  return observed;
}
