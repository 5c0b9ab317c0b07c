// Where the program begins: the first call of its main thread, and the arguments of `main`.

import { oneBlock } from '../../body.js';
import type { Instruction } from '../../instruction.js';
import type { Body, Global } from '../../module.js';
import { constant, offset, symbol, type Value } from '../../value.js';
import { startFunction } from '../link.js';
import { refuse, type Settling } from './context.js';

/** Main's body: the call of what runs first. */
export function startOf(settling: Settling): Body {
  const first = settling.function(startFunction)?.body === undefined ? 'main' : startFunction;
  const f = settling.function(first);
  if (f?.body === undefined) refuse('there is no function main');
  const args = commandLine(settling).slice(0, f.body.parameters.length);
  const call: Instruction = { kind: 'call', results: [], target: symbol(first), args };
  return oneBlock([call]);
}

/** argc, argv and an environment that is empty. */
function commandLine(settling: Settling): Value[] {
  const texts = ['program', ...(settling.options.args ?? [])];
  const argv = 'argv';
  const encoder = new TextEncoder();
  const add = (global: Pick<Global, 'name' | 'size' | 'align' | 'bytes' | 'relocations'>): void => {
    settling.objects.set(global.name, { ...global, storage: { kind: 'static' } });
  };
  texts.forEach((text, k) => {
    const bytes = encoder.encode(`${text}\0`);
    add({ name: `argv[${k}]`, size: bytes.length, align: 1, bytes, relocations: [] });
  });
  add({
    name: argv,
    size: 8 * (texts.length + 1),
    align: 8,
    bytes: new Uint8Array(),
    relocations: texts.map((_, k) => ({ offset: 8 * k, target: `argv[${k}]`, addend: 0 })),
  });
  return [constant(texts.length, 'i32'), symbol(argv), offset(symbol(argv), 8 * texts.length)];
}
