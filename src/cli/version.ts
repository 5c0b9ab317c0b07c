// The versions in package.json: of diptych, and of the solver, which is pinned there.

import { readFileSync } from 'node:fs';

export const version = (): string => text(fieldOf(manifest(), 'version'));

/** Of everything that an answer may depend on. */
export const versions = (): Readonly<Record<string, string>> => ({
  diptych: version(),
  'z3-solver': text(fieldOf(fieldOf(manifest(), 'dependencies'), 'z3-solver')),
  node: process.versions.node,
  platform: `${process.platform} ${process.arch}`,
});

const manifest = (): unknown =>
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

const fieldOf = (object: unknown, name: string): unknown =>
  typeof object === 'object' && object !== null
    ? Object.entries(object).find(([key]) => key === name)?.[1]
    : undefined;

const text = (value: unknown): string => (typeof value === 'string' ? value : 'unknown');
