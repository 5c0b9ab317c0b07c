// The runs of a thread's blocks in the last pass over it. Most blocks stay as they are from one pass to the next, and so does the state
// before them. Then the state after them is known, and they are not run again.

import { blockOf } from '../../graph.js';
import type { Block } from '../../module.js';
import { type Frame, isSame, type Node, type Ran, type State } from './frames.js';

interface PastRun {
  readonly before: State;
  readonly after: State;
  readonly starts: Ran['starts'];
  /** The things that all runs depend on. */
  readonly under: string;
}

export class PastRuns {
  readonly #runs = new WeakMap<Block, PastRun>();

  /** The run of a block that the last pass has left as it is; undefined if the state before it was another one. */
  find(frame: Frame, node: Node, under: string): Ran | undefined {
    if (frame.names.within !== undefined) return undefined;
    const block = blockOf(frame.names.body, node.label);
    const past = this.#runs.get(block);
    if (past?.under !== under || !isSame(frame, { ...node, state: past.before }, node.state))
      return undefined;
    return { calls: [], rest: block, state: past.after, starts: past.starts };
  }

  /** Notes which block a run has made. To run that one in the same state would leave it as it is. */
  note({ names }: Frame, { state, ran }: Node, block: Block, under: string): void {
    if (names.within === undefined && ran?.calls.length === 0)
      this.#runs.set(block, { before: state, after: ran.state, starts: ran.starts, under });
  }
}
