// The variables of a final state: the program's global variables that are numbers, or those that the user names.

import type { Observable } from '../../program/condition.js';
import { InputError } from '../../support/diagnostic.js';
import type { Layout, LayoutName } from '../layout.js';
import type { Global, Module } from '../module.js';
import type { Cell } from './cells/divide.js';
import { sizeOf } from './layoutNames.js';

/** A scalar of an object: a final state shows its bytes as one number. */
interface Shown {
  readonly object: string;
  readonly offset: number;
  readonly size: number;
  readonly layout: Layout;
}

/** Whether the object has just one cell for a scalar there. */
type HasCell = (object: string, offset: number, size: number) => boolean;

/**
 * `names`: `x`, `a[1]`, `s.f`, `q.slots[2].full`; an array or a record stands for all its scalars. Of the members of a union those are
 * shown that its object has cells for.
 */
export function shownBy(module: Module, names?: readonly string[], hasCell?: HasCell): Shown[] {
  if (names !== undefined) return names.flatMap((name) => shownByName(module, name, hasCell));
  const numbers = [...module.globals.values()].filter(
    (global) => isShown(global) && layoutOf(module, global.layout)?.kind === 'scalar',
  );
  return numbers.sort(inText).flatMap((global) => scalarsIn(module, global, 0, global.size, hasCell));
}

/** A compiler writes variables in an order of its own: people read them in that of their text. */
const inText = ({ at: a }: Global, { at: b }: Global): number =>
  a === undefined || b === undefined || a.file !== b.file ? 0 : a.line - b.line || a.column - b.column;

/** A thread's copy of a thread-local object is gone at the end. */
const isCopy = (name: string): boolean => /@\d+$/.test(name);

const isShown = ({ name, model, constant, storage, bytes }: Global): boolean =>
  model !== true && constant !== true && storage.kind === 'static' && bytes !== undefined && !isCopy(name);

const layoutOf = ({ layouts }: Module, name: LayoutName | undefined): Layout | undefined =>
  name === undefined ? undefined : layouts.get(name);

/** The scalars of a global between two offsets. */
function scalarsIn(
  module: Module,
  global: Global,
  from = 0,
  to = global.size,
  hasCell: HasCell = () => false,
): Shown[] {
  const found: Shown[] = [];
  const seeUnion = (members: Extract<Layout, { kind: 'record' }>['members'], offset: number): boolean =>
    members.some((member) => {
      const before = found.length;
      see(member.layout, offset);
      const own = found.slice(before);
      if (own.length > 0 && own.every((one) => hasCell(one.object, one.offset, one.size))) return true;
      found.length = before;
      return false;
    });
  const see = (name: LayoutName | undefined, offset: number): void => {
    const layout = layoutOf(module, name);
    const size = sizeOf(module.layouts, name);
    if (layout === undefined || offset + size <= from || offset >= to) return;
    switch (layout.kind) {
      case 'array':
        for (let i = 0; i < layout.count; i++) see(layout.element, offset + i * layout.stride);
        return;
      case 'record':
        if (layout.members.length > 1 && layout.members.every((member) => member.offset === 0))
          if (seeUnion(layout.members, offset)) return;
        // Members of a union, and bit-fields, share bytes: those of the first one are shown.
        for (const member of layout.members)
          if (!found.some((one) => one.offset + one.size > offset + member.offset))
            see(member.layout, offset + member.offset);
        return;
      default:
        found.push({ object: global.name, offset, size, layout });
    }
  };
  see(global.layout, 0);
  return found;
}

function shownByName(module: Module, name: string, hasCell: HasCell | undefined): Shown[] {
  const [root] = /^[^.[]*(?:\.[^.[]*)?/.exec(name) ?? [''];
  const global = globalNamed(module, root) ?? globalNamed(module, root.split('.')[0]);
  if (global === undefined) return unknown(name, 'there is no such global variable');
  let layout = global.layout;
  let offset = 0;
  let rest = name.slice((global.label ?? global.name).length);
  while (rest !== '') {
    const step = /^\[(\d+)\]|^\.(\w+)/.exec(rest);
    const part = step === null ? undefined : stepInto(module, layout, step[1], step[2]);
    if (step === null || part === undefined) return unknown(name, `there is no ${rest} in it`);
    ({ layout } = part);
    offset += part.offset;
    rest = rest.slice(step[0].length);
  }
  return scalarsIn(module, global, offset, offset + sizeOf(module.layouts, layout), hasCell);
}

const globalNamed = ({ globals }: Module, name: string): Global | undefined =>
  [...globals.values()].find(
    (global) =>
      (global.label ?? global.name) === name && global.model !== true && global.storage.kind === 'static',
  );

interface Part {
  readonly layout: LayoutName;
  readonly offset: number;
}

function stepInto(
  module: Module,
  name: LayoutName | undefined,
  index: string | undefined,
  field: string | undefined,
): Part | undefined {
  const layout = layoutOf(module, name);
  if (index !== undefined)
    return layout?.kind === 'array' && Number(index) < layout.count
      ? { layout: layout.element, offset: Number(index) * layout.stride }
      : undefined;
  if (layout?.kind !== 'record') return undefined;
  for (const member of layout.members) {
    if (member.name === field) return { layout: member.layout, offset: member.offset };
    const inner = member.name === '' ? stepInto(module, member.layout, index, field) : undefined;
    if (inner !== undefined) return { ...inner, offset: inner.offset + member.offset };
  }
  return undefined;
}

function unknown(name: string, why: string): never {
  throw new InputError({ code: 'c-observe', message: `cannot observe ${name}: ${why}` });
}

/** The cells that hold a scalar: one, or as many as its object is divided into. */
export function observablesOf(
  { offset, size, layout }: Shown,
  location: string,
  cells: readonly Cell[],
): Observable[] {
  const inside = cells.flatMap((cell, i) =>
    cell.offset >= offset && cell.offset < offset + size ? [i] : [],
  );
  const width = ([8, 16, 32, 64] as const).find((bits) => bits === size * 8);
  const reads = layout.kind === 'scalar' ? layout.reads : undefined;
  const isUnsigned = reads === 'unsigned' || reads === 'bool';
  return inside.map((index, k) => ({
    kind: 'cell',
    location,
    index,
    ...(k === 0 && isUnsigned && width !== undefined ? { unsigned: width } : {}),
    ...(k === 0 && inside.length > 1 && reads === 'float' ? { float: true } : {}),
    ...(k > 0 ? { continues: true } : {}),
  }));
}
