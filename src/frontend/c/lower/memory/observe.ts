// The observed cells of a final state: the globals that are numbers, or those the user names.

import type { Observable } from '../../../../program/condition.js';
import type { Width } from '../../../../program/integer.js';
import type { Location } from '../../../../program/program.js';
import { InputError } from '../../../../support/diagnostic.js';
import { findField } from '../../check/places.js';
import { libraryPrefix } from '../../library/index.js';
import type { Unit, Variable } from '../../typed.js';
import { type CType, scalarsOf, sizeOf } from '../../types.js';
import { bitsOf } from './staticImage.js';

/** An unsigned integer is shown as one. */
const shownAs = (type: CType): { readonly unsigned?: Width } =>
  type.kind === 'integer' && !type.signed ? { unsigned: bitsOf(type.size) } : {};

export function observedByDefault(unit: Unit, locations: readonly Location[]): Observable[] {
  const located = byName(locations);
  return unit.globals
    .filter(
      (v) =>
        v.literal !== true &&
        !v.name.startsWith(libraryPrefix) &&
        !v.threadLocal &&
        (v.type.kind === 'integer' || (v.type.kind === 'float' && v.type.size <= 8)) &&
        v.type.const !== true,
    )
    .flatMap((v) => cellsOf(located.get(v.name), v.name, { type: v.type, offset: 0 }, 0));
}

const byName = (locations: readonly Location[]): ReadonlyMap<string, Location> =>
  new Map(locations.map((location) => [location.name, location]));

/** The cells that hold a scalar: one, or as many as it is divided into. `index`: which it is where nothing is divided. */
function cellsOf(
  location: Location | undefined,
  name: string,
  { type, offset }: { readonly type: CType; readonly offset: number },
  index: number,
): Observable[] {
  const end = offset + (sizeOf(type) ?? 1);
  const { shape, suffixes } = location ?? {};
  const inside = (shape?.cells ?? []).flatMap((cell, i) =>
    cell.offset >= offset && cell.offset < end ? [i] : [],
  );
  if (inside.length === 0) return [{ kind: 'cell', location: name, index, ...shownAs(type) }];
  const [first] = inside;
  const isOne = inside.every((i) => i === first || suffixes?.[i]?.startsWith(`${suffixes[first]}+`));
  return inside.map((i) => ({
    kind: 'cell',
    location: name,
    index: i,
    ...(i === first && isOne ? shownAs(type) : {}),
    ...(i === first && isOne && inside.length > 1 && type.kind === 'float' ? { float: true } : {}),
    ...(i !== first && isOne ? { continues: true } : {}),
  }));
}

/** `x`, `a[1]`, `s.f`, `q.slots[2].full`; a whole array or struct means all its cells. */
export function observedByName(
  unit: Unit,
  names: readonly string[],
  locations: readonly Location[],
): Observable[] {
  const located = byName(locations);
  return names.flatMap((name) => {
    const [root] = /^[^.[]*(?:\.[^.[]*)?/.exec(name) ?? [''];
    const variable = findGlobal(unit, root) ?? findGlobal(unit, root.split('.')[0]);
    if (variable === undefined) return unknown(name, 'there is no such global variable');
    let { type } = variable;
    let offset = 0;
    let rest = name.slice(variable.name.length);
    while (rest !== '') {
      const step = /^\[(\d+)\]|^\.(\w+)/.exec(rest);
      const part = step === null ? undefined : stepInto(type, step[1], step[2]);
      if (step === null || part === undefined) return unknown(name, `there is no ${rest} in it`);
      type = part.type;
      offset += part.offset;
      rest = rest.slice(step[0].length);
    }
    const all = scalarsOf(variable.type);
    const end = offset + (sizeOf(type) ?? 1);
    return all.flatMap((cell, index): Observable[] =>
      cell.offset >= offset && cell.offset < end
        ? cellsOf(located.get(variable.name), variable.name, cell, index)
        : [],
    );
  });
}

const findGlobal = (unit: Unit, name: string): Variable | undefined =>
  unit.globals.find(
    (variable) => variable.name === name && variable.literal !== true && !variable.threadLocal,
  );

function stepInto(
  type: CType,
  index: string | undefined,
  field: string | undefined,
): { type: CType; offset: number } | undefined {
  if (index !== undefined)
    return type.kind === 'array' && Number(index) < (type.length ?? 0)
      ? { type: type.of, offset: Number(index) * (sizeOf(type.of) ?? 1) }
      : undefined;
  return type.kind === 'struct' && type.struct.layout !== undefined && field !== undefined
    ? findField(type.struct.layout, field)
    : undefined;
}

function unknown(name: string, why: string): never {
  throw new InputError({ code: 'c-observe', message: `cannot observe ${name}: ${why}` });
}
