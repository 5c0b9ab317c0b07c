// Where values lie on an axis, and which of them are written beside it.

import type { Axis } from '../table.js';

interface Tick {
  readonly at: number;
  readonly label: string;
}

export interface Scale {
  place(value: number): number;
  readonly ticks: readonly Tick[];
}

/** At most about this many labels fit. */
const mostTicks = 6;

/** `preferred` values get the labels if they are few. */
export function scaleOf(
  values: readonly number[],
  axis: Axis,
  from: number,
  to: number,
  preferred: readonly number[] = [],
): Scale {
  const finite = values.filter((value) => Number.isFinite(value) && (!axis.log || value > 0));
  const low = finite.length === 0 ? 1 : Math.min(...finite);
  const high = finite.length === 0 ? 10 : Math.max(...finite);
  const scale = axis.log ? logScale(low, high, from, to) : linearScale(low, high, from, to);
  return preferred.length === 0 || preferred.length > mostTicks + 2
    ? scale
    : { ...scale, ticks: preferred.map((at) => ({ at, label: label(at) })) };
}

function logScale(low: number, high: number, from: number, to: number): Scale {
  // A little air at both ends, and at least a factor of four, so that equal values do not fill the axis.
  const air = Math.max(1.15, Math.sqrt(4 / (high / low)));
  const [first, last] = [Math.log10(low / air), Math.log10(high * air)];
  const place = (value: number): number =>
    from + ((Math.log10(Math.max(value, 10 ** first)) - first) / (last - first)) * (to - from);
  const within = (value: number): boolean => value >= 10 ** first && value <= 10 ** last;
  const decades: number[] = [];
  for (let power = Math.floor(first); power <= Math.ceil(last); power++) decades.push(power);
  const steps = last - first > 2 ? [1] : last - first > 1 ? [1, 3] : [1, 2, 5];
  const all = decades.flatMap((power) => steps.map((step) => step * 10 ** power)).filter(within);
  return { place, ticks: thinned(all).map((at) => ({ at, label: label(at) })) };
}

function linearScale(low: number, high: number, from: number, to: number): Scale {
  const last = high > low ? high : low + 1;
  const place = (value: number): number => from + ((value - low) / (last - low)) * (to - from);
  const step = niceStep((last - low) / (mostTicks - 1));
  const all: number[] = [];
  for (let at = Math.ceil(low / step) * step; at <= last; at += step) all.push(at);
  return { place, ticks: all.map((at) => ({ at, label: label(at) })) };
}

function niceStep(raw: number): number {
  const power = 10 ** Math.floor(Math.log10(raw));
  return ([1, 2, 5].find((step) => step * power >= raw) ?? 10) * power;
}

const thinned = (all: readonly number[]): readonly number[] => {
  const every = Math.ceil(all.length / mostTicks);
  return all.filter((_, i) => i % every === 0);
};

function label(value: number): string {
  const rounded = Number(value.toPrecision(3));
  if (rounded >= 1e6 && rounded % 1e5 === 0) return `${rounded / 1e6}M`;
  if (rounded >= 1e4 && rounded % 100 === 0) return `${rounded / 1e3}k`;
  return String(rounded);
}
