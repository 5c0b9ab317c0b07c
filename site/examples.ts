// The programs of the menu, from the folders of benchmarks.

import type { Language } from './protocol.js';

const texts: Readonly<Record<string, string>> = import.meta.glob(
  [
    '../benchmarks/litmus/{SB,MP,LB,n6,IRIW,2+2W,SB+mfences,MP+loop,R,S,CoRR,iwp2.3.b}.litmus',
    '../docs/examples/mutex.c',
    '../benchmarks/papers/nidhugg/{peterson,dekker,lamport,szymanski}.c',
    '../benchmarks/papers/sober/takequeue.c',
    '../benchmarks/papers/structures/ms2.c',
  ],
  { query: '?raw', import: 'default', eager: true },
);

export interface Example {
  readonly name: string;
  readonly language: Language;
  readonly text: string;
}

export const examples: readonly Example[] = Object.entries(texts)
  .map(([path, text]) => {
    const file = path.slice(path.lastIndexOf('/') + 1);
    const language: Language = file.endsWith('.c') ? 'c' : 'litmus';
    return { name: file.replace(/\.(c|litmus)$/, language === 'c' ? '.c' : ''), language, text };
  })
  .sort(
    (a, b) =>
      Number(b.name === 'SB') - Number(a.name === 'SB') ||
      a.language.localeCompare(b.language) * -1 ||
      a.name.localeCompare(b.name),
  );
