// Members that a program only takes the address of. Such a member is a cell too: a pointer to it is then shown with its name, as
// `&q.tail[1]` or in `waits for a signal of q.c`. So is the first member of each struct and array around a cell. The largest object that
// begins with a cell gives a pointer its name, and the cells before it tell which one that is. No access meets these cells.

import { valuesOf, valuesOfEnd } from '../../instruction.js';
import type { Module } from '../../module.js';
import { knownAddress, operandsOf, type Value } from '../../value.js';
import { sizeOf, suffixAt } from '../layoutNames.js';
import type { Cell, Division } from './divide.js';

export function withNamedPlaces(module: Module, division: Division): Division {
  const cells = new Map(division.cells);
  const see = (name: string, offset: number): void => {
    const global = module.globals.get(name);
    const own = cells.get(name) ?? [];
    if (global?.layout === undefined || own.some((cell) => isIn(cell, offset))) return;
    const named = sizes
      .map((bytes): Cell => ({ offset, bytes }))
      .find((cell) => suffixAt(module.layouts, global.layout, cell).whole);
    if (
      named === undefined ||
      offset < 0 ||
      offset + named.bytes > global.size ||
      own.some((cell) => isIn(named, cell.offset))
    )
      return;
    cells.set(
      name,
      [...own, named].sort((a, b) => a.offset - b.offset),
    );
  };
  const seeIn = (value: Value): void => {
    const known = value.kind === 'offset' || value.kind === 'symbol' ? knownAddress(value) : undefined;
    if (known?.object.kind === 'symbol') see(known.object.name, known.offset);
    else operandsOf(value).forEach(seeIn);
  };
  for (const { body } of module.threads)
    for (const { instructions, end } of body.blocks.values())
      for (const value of [...instructions.flatMap(valuesOf), ...valuesOfEnd(end)]) seeIn(value);
  for (const [name, own] of division.cells)
    for (const { offset } of own) for (const start of startsAround(module, name, offset)) see(name, start);
  for (const { relocations } of module.globals.values())
    for (const { target, addend } of relocations) see(target, addend);
  return { ...division, cells };
}

/** The offsets at which the structs and arrays around an offset of a global begin. */
function startsAround({ layouts, globals }: Module, name: string, offset: number): number[] {
  const starts: number[] = [];
  let [layout, start] = [globals.get(name)?.layout, 0];
  for (;;) {
    const found = layout === undefined ? undefined : layouts.get(layout);
    const at = offset - start;
    if (found?.kind === 'array') {
      starts.push(start);
      start += Math.floor(at / found.stride) * found.stride;
      layout = found.element;
    } else if (found?.kind === 'record') {
      const member = found.members.find((m) => m.offset <= at && at < m.offset + sizeOf(layouts, m.layout));
      if (member === undefined) return starts;
      starts.push(start);
      start += member.offset;
      layout = member.layout;
    } else return starts;
  }
}

const sizes = [8, 4, 2, 1] as const;

const isIn = ({ offset, bytes }: Cell, at: number): boolean => offset <= at && at < offset + bytes;
