// Memory that is not there: a limit that was reached, not a mistake in the program and not one of diptych.

export class OutOfMemory extends Error {
  constructor(what = 'the memory limit was reached') {
    super(what);
    this.name = 'OutOfMemory';
  }
}

/** How JavaScript says that something is too large for it. */
const tooLarge =
  /allocation failed|allocate memory|invalid (?:typed )?array (?:buffer )?length|invalid string length|maximum size exceeded|out of memory/i;

export const isOutOfMemory = (error: unknown): boolean =>
  error instanceof OutOfMemory ||
  (error instanceof RangeError && tooLarge.test(error.message)) ||
  (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY');

/** The program nests deeper than the functions that follow its nesting can. */
export const isTooDeep = (error: unknown): boolean =>
  error instanceof RangeError && error.message.includes('call stack');
