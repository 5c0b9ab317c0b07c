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

export function union(a: Targets, b: Targets): Targets {
  if (a.size === 0) return b;
  return b.size === 0 ? a : new Map([...a, ...b]);
}

/** More addresses than this in one array or member count as a walk through it. */
const mostApart = 24;

/** Members of more elements than this have no extents of their own: one target is all of them, within the array. */
export const mostMembers = 64;

/** In a larger set, more than a few targets in one object become one walk through it. */
const mostTargets = 64;
const few = 4;

/** A set of targets that grows. */
export class TargetSet {
  readonly #targets = new Map<string, Target>();
  /** The walks through whole objects. */
  readonly #walks = new Map<string, Target>();
  /** How many bytes an object has. */
  readonly #reach: (object: string) => number;

  constructor(reach: (object: string) => number) {
    this.#reach = reach;
  }

  /** All targets in the order in which they came, also those that a walk has replaced. */
  readonly #log: (readonly [string, Target])[] = [];

  get all(): Targets {
    return this.#targets;
  }

  /** Rises when the set grows. */
  get version(): number {
    return this.#log.length;
  }

  /** The targets that came after a version. */
  since(version: number): Targets {
    return version === 0 ? this.#targets : new Map(this.#log.slice(version));
  }

  /** The same, also those that a walk has replaced meanwhile. */
  came(version: number): readonly (readonly [string, Target])[] {
    return this.#log.slice(version);
  }

  /** Whether something was added. */
  add(targets: Targets): boolean {
    let grown = false;
    for (const [key, target] of targets) {
      if (this.#targets.has(key) || this.#covers(target)) continue;
      this.#put(key, target);
      grown = true;
    }
    if (grown && this.#targets.size > mostApart) this.#widen();
    return grown;
  }

  #covers(target: Target): boolean {
    const walk = this.#walks.get(target.object);
    if (walk !== undefined && contains(walk, target)) return true;
    for (const other of this.#targets.values()) if (isWithin(target, other)) return true;
    return false;
  }

  /** Many addresses in the same extent become one progression through it, and many in the same object one through the object. */
  #widen(): void {
    const byExtent = ({ object, low, high }: Target): string => `${object} ${low} ${high}`;
    for (const group of this.#groups(byExtent)) {
      const [{ low, high }] = group;
      if (group.length > mostApart) this.#join(group, low, high);
    }
    if (this.#targets.size <= mostTargets) return;
    for (const group of this.#groups(({ object }) => object)) {
      const [{ object }] = group;
      if (group.length > few) this.#walks.set(object, this.#join(group, 0, this.#reach(object)));
    }
  }

  #groups(keyOfGroup: (target: Target) => string): Iterable<readonly Target[]> {
    const groups = new Map<string, Target[]>();
    for (const target of this.#targets.values()) {
      const key = keyOfGroup(target);
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [target]);
      else group.push(target);
    }
    return groups.values();
  }

  #join(group: readonly Target[], low: number, high: number): Target {
    for (const target of group) this.#targets.delete(keyOf(target));
    const [first] = group;
    const [walk] = walked({ ...first, low, high }, commonStride(group) || 1);
    this.#put(keyOf(walk), walk);
    return walk;
  }

  #put(key: string, target: Target): void {
    this.#targets.set(key, target);
    this.#log.push([key, target]);
  }
}

/** The largest stride of a progression that has all offsets of the targets. */
const commonStride = ([first, ...others]: readonly Target[]): number =>
  [first, ...others].reduce((g, t) => gcd(gcd(g, t.stride), t.offset - first.offset), 0);

/** One progression with all offsets of the targets, which are several. */
export function hull(targets: readonly Target[]): Target {
  const [first] = targets;
  const stride = commonStride(targets);
  const offset = Math.min(...targets.map((t) => t.offset));
  const last = Math.max(...targets.map(lastOf));
  return { ...first, offset, stride, count: (last - offset) / stride + 1 };
}

export const gcd = (a: number, b: number): number => (b === 0 ? Math.abs(a) : gcd(b, a % b));

const isWithin = (target: Target, other: Target): boolean =>
  target.low === other.low && target.high === other.high && contains(other, target);

/** Whether the offsets of a progression are among those of the other, which has several. */
export const contains = (other: Target, target: Target): boolean =>
  target.object === other.object &&
  other.count > 1 &&
  hasOffset(other, target.offset) &&
  (target.count === 1 || (target.stride % other.stride === 0 && hasOffset(other, lastOf(target))));

export const lastOf = ({ offset, stride, count }: Target): number => offset + (count - 1) * stride;

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
  const common = gcd(a.stride, b.stride);
  if ((b.offset - a.offset) % common !== 0) return false;
  const [from, to] = [Math.max(a.offset, b.offset), Math.min(lastOf(a), lastOf(b))];
  // Where the shorter stride divides the other, the offsets of the other are those of both, as far as both go.
  const coarse = common === a.stride ? b : common === b.stride ? a : undefined;
  if (coarse !== undefined)
    return (
      coarse.offset + Math.max(0, Math.ceil((from - coarse.offset) / coarse.stride)) * coarse.stride <= to
    );
  const [fewer, more] = a.count <= b.count ? [a, b] : [b, a];
  return offsetsOf(fewer).some((offset) => hasOffset(more, offset));
}

/** `bytes` further on. A step of a walk stays in the extent; any other is exact, and leaves it where it leads out. */
export function moved(target: Target, bytes: number, isStep: boolean, extent?: number): Target[] {
  const offset = target.offset + bytes;
  if (extent !== undefined)
    // Members of the elements of an array: each of them has an extent of its own. One past the end there is none.
    return target.count > mostMembers
      ? inside({ ...target, offset }, extent)
      : offsetsOf(target)
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

/** Without the offsets outside of the extent, and those with fewer than `bytes` bytes behind them. */
export function inside(target: Target, bytes = 0): Target[] {
  const { offset, stride, count, low } = target;
  const high = target.high - bytes;
  if (offset < low) {
    const skipped = stride === 0 ? count : Math.ceil((low - offset) / stride);
    return skipped >= count
      ? []
      : inside(progression(target, offset + skipped * stride, count - skipped), bytes);
  }
  if (offset > high) return [];
  if (lastOf(target) <= high) return [target];
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
  if (target.count > mostMembers) return walked(target, stride);
  return offsetsOf(target).flatMap((start) =>
    elementOf(single(target.object, start, target.low, target.high), stride, count),
  );
}
