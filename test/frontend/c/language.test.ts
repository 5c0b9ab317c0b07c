// Constructs of C and of gcc's dialect, each in a program that checks itself: every one ends, in one state, with nothing found.
// Their assertions hold in what gcc makes of them, too: `gcc -w -pthread FILE && ./a.out`.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { run } from './run.js';

const folder = fileURLToPath(new URL('./language/', import.meta.url));

describe('the language', () => {
  it.each(readdirSync(folder).filter((name) => name.endsWith('.c')))('%s', (name) => {
    const { outcomes, findings, complete } = run(readFileSync(`${folder}${name}`, 'utf8'), 'sc', {
      unroll: 16,
    });
    expect(findings.map(({ finding }) => `${finding.at?.line}: ${finding.message}`)).toEqual([]);
    expect(complete).toBe(true);
    expect(outcomes.length).toBeGreaterThan(0);
  });
});
