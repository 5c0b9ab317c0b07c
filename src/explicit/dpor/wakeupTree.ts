// Wakeup trees (Optimal-DPOR): for each node of the current execution, the sequences of steps that are still to be explored
// from there, as an ordered tree. Tree nodes live in one pool.
//
// Example: two races ask for the sequences q.r and q.s from the same node. The tree gets one branch, q, with the children
// r and s. The search takes the branch out and executes q once, with the tree of r and s at the next node.

import { int32s } from '../../support/smallArrays.js';
import { doubled, StepPool } from './stepPool.js';

export class WakeupTrees extends StepPool {
  firstChild: Int32Array;
  nextSibling: Int32Array;
  #free = -1;
  #used = 0;

  constructor(capacity: number) {
    super(capacity);
    this.firstChild = int32s(capacity);
    this.nextSibling = int32s(capacity);
  }

  allocate(): number {
    let node = this.#free;
    if (node >= 0) this.#free = this.nextSibling[node];
    else {
      node = this.#used++;
      if (node >= this.capacity) {
        this.grow();
        this.firstChild = doubled(this.firstChild);
        this.nextSibling = doubled(this.nextSibling);
      }
    }
    this.firstChild[node] = -1;
    this.nextSibling[node] = -1;
    return node;
  }

  release(node: number): void {
    this.nextSibling[node] = this.#free;
    this.#free = node;
  }
}
