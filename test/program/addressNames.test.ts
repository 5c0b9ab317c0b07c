// The names of addresses in C programs.

import { describe, expect, it } from 'vitest';
import { AddressNames } from '../../src/program/addressNames.js';
import { layOut } from '../../src/program/layout.js';
import { parse } from '../frontend/c/run.js';

const text = `#include <stdint.h>
struct node { struct { int x, y; } at[2]; struct node *next; } nodes[2], one;
struct list { int items[2]; struct node *first; } list;
union ticket { uint32_t both; struct { uint16_t owner, next; } half; } lock;
int plain, numbers[3];
const char *name = "ab";
int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_int(), i = n % 2;
  struct node *node = &nodes[i];
  lock.half.next++;
  lock.half.owner = i;
  node->at[i].x = node->at[i].y = i;
  node->next = &one;
  one = *node;
  list.items[i] = one.at[i].y;
  list.first = node;
  plain = name[i];
  numbers[n % 3] = i;
  return 0;
}`;

describe('addresses', () => {
  const program = parse(text);
  const layout = layOut(program);
  const names = new AddressNames(program, layout);
  const base = (name: string): number => layout.addressOf.get(name) ?? 0;

  it.each([
    ['nodes', 0, 'nodes[0].at[0].x', '&nodes[0]'],
    ['nodes', 4, 'nodes[0].at[0].y', '&nodes[0].at[0].y'],
    ['nodes', 8, 'nodes[0].at[1].x', '&nodes[0].at[1]'],
    ['nodes', 24, 'nodes[1].at[0].x', '&nodes[1]'],
    ['nodes', 40, 'nodes[1].next', '&nodes[1].next'],
    ['nodes', 48, undefined, '&nodes[2]'],
    ['nodes', 25, undefined, '&nodes[1] + 1'],
    ['one', 0, 'one.at[0].x', '&one'],
    ['list', 0, 'list.items[0]', '&list'],
    ['list', 4, 'list.items[1]', '&list.items[1]'],
    ['lock', 0, 'lock.half.owner', '&lock'],
    ['lock', 2, 'lock.half.next', '&lock.half.next'],
    ['plain', 0, 'plain', '&plain'],
    ['numbers', 4, 'numbers[1]', '&numbers[1]'],
    ['numbers', 12, undefined, '&numbers[3]'],
  ])('%s + %i', (location, offset, cell, pointer) => {
    const address = base(location) + offset;
    expect([names.cell(address), names.pointer(address)]).toEqual([cell, pointer]);
  });

  it('of string literals are the literals', () => {
    const literal = [...layout.addressOf].find(([location]) => location.startsWith('"ab"'))?.[1] ?? 0;
    expect([names.cell(literal + 1), names.pointer(literal), names.pointer(literal + 1)]).toEqual([
      '"ab"[1]',
      '"ab"',
      '&"ab"[1]',
    ]);
  });

  it('have a name in every cell, and no two the same', () => {
    const all = [...layout.initial.keys()].map((address) => names.cell(address));
    expect(new Set(all).size).toBe(all.length);
    expect(all).not.toContain(undefined);
  });
});
