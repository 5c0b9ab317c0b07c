// Which object a thread's cell is used with: the gate of a thread with the conditions that the thread waits for. The library says it where it
// does so and asks for it elsewhere. Until a use is met there is believed to be none, as for bytes that change.
//
// The cell of an object that is not known may be any object's. Once one such use or question is met, every question about these cells is
// about all objects, so that all get the same answer.

import { placeOf, type Value } from '../../value.js';
import { ofAllThreads, type Settling } from './context.js';

interface Use {
  /** Stands for the cell with any object, with this object, and for cells of its kind with objects that are not known. */
  readonly any: string;
  readonly one: string | undefined;
  readonly unknown: string;
}

function useOf([cell, object]: readonly Value[]): Use | undefined {
  const [place, key] = [placeOf(cell), placeOf(object)];
  if (place === undefined) return undefined;
  const any = `${place.object} with `;
  return {
    any,
    one: key && `${any}${key.object}+${key.offset}`,
    unknown: `${ofAllThreads(place.object)} with unknown`,
  };
}

/** Notes a use; false if the object may still become known. */
export function noteUse(settling: Settling, args: readonly Value[], isLast = false): boolean {
  const use = useOf(args);
  if (use === undefined) return isLast;
  settling.happens(use.any);
  if (use.one === undefined && !isLast) return false;
  settling.happens(use.one ?? use.unknown);
  return true;
}

/** Whether there is such a use; undefined if the object may still become known. */
export function isUsed(settling: Settling, args: readonly Value[], isLast = false): boolean | undefined {
  const use = useOf(args);
  if (use === undefined) return isLast ? true : undefined;
  if (settling.neverHappens(use.any)) return false;
  if (use.one === undefined && !isLast) return undefined;
  if (use.one === undefined) settling.happens(use.unknown);
  const asked = use.one !== undefined && settling.neverHappens(use.unknown) ? use.one : use.any;
  return !settling.neverHappens(asked);
}
