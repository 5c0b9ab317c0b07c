// The objects of a settled module: its globals, the locals that became globals, and one object for each `allocate` instruction.

import type { Instruction, InstructionOf } from '../../instruction.js';
import { allocateFlags } from '../../intrinsics.js';
import type { Global, Module } from '../../module.js';

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
    };

/** A block of which the size is not known is looked at up to this many bytes. */
const unknownSize = 256;

/** How far offsets in an object go. */
export const reachOf = ({ size }: MemoryObject): number => size ?? unknownSize;

export class Objects {
  readonly byName = new Map<string, MemoryObject>();
  readonly #sites = new Map<Instruction, MemoryObject>();

  constructor(module: Module) {
    for (const [name, global] of module.globals)
      this.byName.set(name, { kind: 'global', name, size: global.size, global });
    for (const [thread, { body }] of module.threads.entries())
      for (const { instructions } of body.blocks.values())
        for (const i of instructions) if (isAllocation(i)) this.#addBlock(i, thread);
  }

  #addBlock(site: Allocation, thread: number): void {
    const [size, , flags] = site.args;
    const name = `heap ${this.#sites.size + 1}`;
    const bytes = size?.kind === 'const' ? Number(size.value) : undefined;
    const zeroed = flags?.kind === 'const' && (Number(flags.value) & allocateFlags.zeroed) !== 0;
    const object: MemoryObject = { kind: 'block', name, size: bytes, site, thread, zeroed };
    this.#sites.set(site, object);
    this.byName.set(name, object);
  }

  ofSite(site: Instruction): MemoryObject | undefined {
    return this.#sites.get(site);
  }
}

const isAllocation = (i: Instruction): i is Allocation => i.kind === 'intrinsic' && i.name === 'allocate';
