// The targets of an address: an object and a progression of offsets in it. A target keeps the extent of the array or
// member that the address was made for. A walk by an unknown index stays within that extent.

export interface Target {
  /** The name of the object (objects.ts). */
  readonly object: string;
  readonly offset: number;
  /** The offsets are `offset + k * stride` for k below `count`; one offset has the stride 0 and the count 1. */
  readonly stride: number;
  readonly count: number;
  /** The extent: from `low`, and before `high`. An address may be `high` itself, one past the end. */
  readonly low: number;
  readonly high: number;
  /** The address was computed by a walk: no access through it leaves the extent. */
  readonly walks: boolean;
}

export type Targets = ReadonlyMap<string, Target>;

export const noTargets: Targets = new Map();

const keyOf = ({ object, offset, stride, count, low, high, walks }: Target): string =>
  `${object} ${offset} ${stride} ${count} ${low} ${high} ${walks}`;

export const targetsOf = (...list: readonly Target[]): Targets => new Map(list.map((t) => [keyOf(t), t]));

/** More addresses than this in one array or member count as a walk through it. */
const mostApart = 24;

/** A set of targets that grows. */
export class TargetSet {
  readonly #targets = new Map<string, Target>();

  get all(): Targets {
    return this.#targets;
  }

  /** Whether something was added. */
  add(targets: Targets): boolean {
    let grown = false;
    for (const [key, target] of targets) {
      if (this.#targets.has(key) || this.#covers(target)) continue;
      this.#targets.set(key, target);
      grown = true;
    }
    if (grown && this.#targets.size > mostApart) this.#widen();
    return grown;
  }

  #covers(target: Target): boolean {
    for (const other of this.#targets.values()) if (isWithin(target, other)) return true;
    return false;
  }

  /** Many addresses in the same extent become one progression through it. */
  #widen(): void {
    const groups = new Map<string, Target[]>();
    for (const target of this.#targets.values()) {
      const key = `${target.object} ${target.low} ${target.high}`;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [target]);
      else group.push(target);
    }
    for (const group of groups.values()) {
      if (group.length <= mostApart) continue;
      const [first] = group;
      const stride = group.reduce(
        (g, t) => gcd(g, t.count > 1 ? gcd(t.stride, t.offset - first.offset) : t.offset - first.offset),
        0,
      );
      for (const target of group) this.#targets.delete(keyOf(target));
      const [walk] = walked(first, stride === 0 ? 1 : stride);
      this.#targets.set(keyOf(walk), walk);
    }
  }
}

const gcd = (a: number, b: number): number => (b === 0 ? Math.abs(a) : gcd(b, a % b));

const isWithin = (target: Target, other: Target): boolean =>
  target.object === other.object &&
  target.low === other.low &&
  target.high === other.high &&
  other.count > 1 &&
  offsetsOf(target).every((offset) => hasOffset(other, offset));

export function offsetsOf({ offset, stride, count }: Target): number[] {
  return Array.from({ length: count }, (_, k) => offset + k * stride);
}

function hasOffset({ offset, stride, count }: Target, at: number): boolean {
  if (count === 1) return at === offset;
  const k = (at - offset) / stride;
  return Number.isInteger(k) && k >= 0 && k < count;
}

/** Whether both name some offset alike. */
export function meets(a: Target, b: Target): boolean {
  if (a.object !== b.object) return false;
  if (a.count === 1) return hasOffset(b, a.offset);
  if (b.count === 1) return hasOffset(a, b.offset);
  if ((b.offset - a.offset) % gcd(a.stride, b.stride) !== 0) return false;
  const [fewer, more] = a.count <= b.count ? [a, b] : [b, a];
  return offsetsOf(fewer).some((offset) => hasOffset(more, offset));
}

/** `bytes` further on. A step of a walk stays in the extent; any other is exact, and leaves it where it leads out. */
export function moved(target: Target, bytes: number, isStep: boolean, extent?: number): Target[] {
  const offset = target.offset + bytes;
  if (extent !== undefined)
    // Members of the elements of an array: each of them has an extent of its own. One past the end there is none.
    return offsetsOf(target)
      .map((start) => start + bytes)
      .filter((start) => !target.walks || start + extent <= target.high)
      .map((start) => single(target.object, start, start, start + extent));
  const next = { ...target, offset };
  if (isStep || target.count > 1) return inside({ ...next, walks: true });
  if (offset >= target.low && offset <= target.high) return [next];
  return [{ ...next, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY, walks: false }];
}

const single = (object: string, offset: number, low: number, high: number): Target => ({
  object,
  offset,
  stride: 0,
  count: 1,
  low,
  high,
  walks: false,
});

/** Without the offsets outside of the extent. */
function inside(target: Target): Target[] {
  const { offset, stride, count, low, high } = target;
  if (offset < low) {
    const skipped = stride === 0 ? count : Math.ceil((low - offset) / stride);
    return skipped >= count ? [] : inside(progression(target, offset + skipped * stride, count - skipped));
  }
  if (offset > high) return [];
  const last = offset + (count - 1) * stride;
  if (last <= high) return [target];
  return [progression(target, offset, Math.floor((high - offset) / stride) + 1)];
}

const progression = (target: Target, offset: number, count: number): Target => ({
  ...target,
  offset,
  count,
  stride: count === 1 ? 0 : target.stride,
});

/** Any number of `stride`s further on or back, within the extent. */
export function walked(target: Target, stride: number): Target[] {
  const { low, high, offset } = target;
  if (!Number.isFinite(high) || !Number.isFinite(low)) return [target];
  const step = target.count > 1 ? gcd(stride, target.stride) : stride;
  const first = low + ((((offset - low) % step) + step) % step);
  if (first > high) return [];
  return [
    progression({ ...target, stride: step, walks: true }, first, Math.floor((high - first) / step) + 1),
  ];
}

/** None to `count - 1` of `stride`s further on. */
export const stepped = (target: Target, stride: number, count: number): Target[] =>
  inside({ ...target, stride: count === 1 ? 0 : stride, count, walks: true });

/** Some element of an array of `count` elements that starts here, or one past its last. */
export function elementOf(target: Target, stride: number, count: number): Target[] {
  const extent = stride * count;
  if (target.count === 1) {
    const { object, offset } = target;
    return [{ object, offset, stride, count: count + 1, low: offset, high: offset + extent, walks: true }];
  }
  return offsetsOf(target).flatMap((start) =>
    elementOf(single(target.object, start, target.low, target.high), stride, count),
  );
}
