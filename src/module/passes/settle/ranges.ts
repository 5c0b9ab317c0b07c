// Bytes of objects with the threads that write them (writers.ts).

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Bytes that are written, and by which writers. */
interface Written extends Range {
  readonly by: number;
}

export const whole: Range = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/** Bytes that were found to be written. */
export interface Found {
  readonly object: string;
  readonly range: Written;
}

export class Ranges {
  readonly #ranges = new Map<string, Written[]>();

  /** Whether that is news. */
  add(object: string, { from, to }: Range, by: number): boolean {
    const ranges = this.#ranges.get(object) ?? [];
    if (ranges.some((r) => (r.by & by) === by && r.from <= from && to <= r.to)) return false;
    ranges.push({ from, to, by });
    this.#ranges.set(object, ranges);
    return true;
  }

  /** Whether one of these writers writes one of the bytes. */
  meets(object: string, { from, to }: Range, by: number): boolean {
    const ranges = this.#ranges.get(object);
    return ranges?.some((r) => (r.by & by) !== 0 && r.from < to && from < r.to) === true;
  }

  objects(): Iterable<string> {
    return this.#ranges.keys();
  }
}
