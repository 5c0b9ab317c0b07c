// The objects of a settled module: its globals, the locals that became globals, and one object for each `allocate` instruction.

import { mostUnknownBytes } from '../../../program/layout.js';
import { forEachValueIn } from '../../body.js';
import type { Instruction, InstructionOf } from '../../instruction.js';
import { allocateFlags } from '../../intrinsics.js';
import type { Global, Module } from '../../module.js';
import { knownAddress } from '../../value.js';

type Allocation = InstructionOf<'intrinsic'>;

type MemoryObject =
  | { readonly kind: 'global'; readonly name: string; readonly size: number; readonly global: Global }
  /** `size` is undefined where it is only known when the program runs. */
  | {
      readonly kind: 'block';
      readonly name: string;
      readonly size: number | undefined;
      readonly site: Allocation;
      readonly thread: number;
      readonly zeroed: boolean;
      /** The same of offsets, where the size is not known. */
      readonly reach: number;
    };

/** How far offsets in an object go. */
export const reachOf = (object: MemoryObject): number =>
  object.kind === 'block' ? (object.size ?? object.reach) : object.size;

/** Addresses that walk through a block of unknown size are looked at up to this many bytes: its cells repeat behind them. */
const walkedBytes = 256;

/** The largest number of bytes that the program adds to an address that is not known, and some more. */
function largestOffset({ threads }: Module): number {
  let largest = walkedBytes;
  for (const { body } of threads)
    forEachValueIn(body, (v) => {
      if (v.kind === 'offset' && knownAddress(v) === undefined)
        largest = Math.max(largest, Number(v.offset) + 8);
    });
  return Math.min(largest, mostUnknownBytes);
}

export class Objects {
  readonly byName = new Map<string, MemoryObject>();
  readonly #sites = new Map<Instruction, MemoryObject>();
  readonly #module: Module;
  #reach: number | undefined;

  constructor(module: Module) {
    this.#module = module;
    for (const [name, global] of module.globals)
      this.byName.set(name, { kind: 'global', name, size: global.size, global });
    for (const [thread, { body }] of module.threads.entries())
      for (const { instructions } of body.blocks.values())
        for (const i of instructions) if (isAllocation(i)) this.#addBlock(i, thread);
  }

  /** Copies of a block of instructions share them, and are one site. */
  #addBlock(site: Allocation, thread: number): void {
    if (this.#sites.has(site)) return;
    const [size, , flags] = site.args;
    const name = `heap ${this.#sites.size + 1}`;
    const bytes = size?.kind === 'const' ? Number(size.value) : undefined;
    const zeroed = flags?.kind === 'const' && (Number(flags.value) & allocateFlags.zeroed) !== 0;
    if (bytes === undefined) this.#reach ??= largestOffset(this.#module);
    const reach = bytes ?? this.#reach ?? walkedBytes;
    const object: MemoryObject = { kind: 'block', name, size: bytes, site, thread, zeroed, reach };
    this.#sites.set(site, object);
    this.byName.set(name, object);
  }

  ofSite(site: Instruction): MemoryObject | undefined {
    return this.#sites.get(site);
  }
}

const isAllocation = (i: Instruction): i is Allocation => i.kind === 'intrinsic' && i.name === 'allocate';
