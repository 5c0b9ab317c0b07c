// Gates by their two inputs. A Map would need numbers beyond 31 bits as keys, and make an object for each that is looked up.

import type { Lit } from './cnf.js';

export class GateTable {
  /** For each slot both inputs and the gate; 0 where there is none. */
  #slots = new Int32Array(3 * 256);
  #mask = 255;
  #count = 0;

  /** The gate of these inputs, or 0. */
  get(a: Lit, b: Lit): Lit {
    return this.#slots[this.#find(a, b) + 2];
  }

  /** There must be none yet. */
  set(a: Lit, b: Lit, gate: Lit): void {
    if (2 * this.#count > this.#mask) this.#grow();
    this.#count++;
    const at = this.#find(a, b);
    this.#slots[at] = a;
    this.#slots[at + 1] = b;
    this.#slots[at + 2] = gate;
  }

  /** Where the gate is, or may be put. */
  #find(a: Lit, b: Lit): number {
    const slots = this.#slots;
    const mask = this.#mask;
    const mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b);
    for (let slot = (mixed ^ (mixed >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const at = 3 * slot;
      if (slots[at + 2] === 0 || (slots[at] === a && slots[at + 1] === b)) return at;
    }
  }

  #grow(): void {
    const old = this.#slots;
    this.#mask = 4 * this.#mask + 3;
    this.#slots = new Int32Array(3 * (this.#mask + 1));
    for (let at = 0; at < old.length; at += 3) {
      if (old[at + 2] === 0) continue;
      const place = this.#find(old[at], old[at + 1]);
      this.#slots[place] = old[at];
      this.#slots[place + 1] = old[at + 1];
      this.#slots[place + 2] = old[at + 2];
    }
  }
}
