// Why a thread stops before its end. A cut is a loop that may not run once (`bound: 0`): the engines stop the thread there and report the
// loop's label. Most cuts come from the user's --unroll. A front end gives the others a reason, which the loop carries as data.

export type CutReason =
  /** Blocks of more bytes are left out. */
  | { readonly kind: 'block-size'; readonly bytes: number }
  /** Deeper calls are left out, because the program would become too large. */
  | { readonly kind: 'call-depth'; readonly depth: number }
  /** A function without a body returns any value; its other effects are left out. */
  | { readonly kind: 'no-body'; readonly function: string }
  /** A function without a body may write through its arguments: everything after its call is left out. */
  | { readonly kind: 'after-no-body'; readonly function: string }
  /** Any address is chosen: those of objects are left out. */
  | { readonly kind: 'any-address' }
  /** Calls of functions that the program never stores where the pointer comes from are left out. */
  | { readonly kind: 'unexpected-call' }
  /** An exception is thrown while a handler of the program is open: handlers are not followed. */
  | { readonly kind: 'exception' }
  /** The program needs more of something than diptych has: `most` says how much that is. */
  | { readonly kind: 'limit'; readonly most: string };

/** Whether a larger --unroll may do without the cut. */
export const yieldsToUnroll = (reason: CutReason | undefined): boolean =>
  reason === undefined || reason.kind === 'block-size';
