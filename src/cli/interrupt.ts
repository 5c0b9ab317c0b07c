// Ctrl-C across threads: a flag in shared memory that the command line sets and the searches of all threads poll.

export class Interrupt {
  readonly buffer: SharedArrayBuffer;
  readonly #flag: Int32Array;

  constructor(buffer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.buffer = buffer;
    this.#flag = new Int32Array(buffer);
  }

  raise(): void {
    Atomics.store(this.#flag, 0, 1);
  }

  get raised(): boolean {
    return Atomics.load(this.#flag, 0) !== 0;
  }
}
