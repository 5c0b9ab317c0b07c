// Loads the programs of the menu. The first comes with the page, the others when they are chosen.

import first from '../../benchmarks/litmus/SB.litmus?raw';
import type { SourceFile } from '../protocol.js';
import { load, usualUnroll } from '../state/source.js';
import { type Example, topics } from './list.js';

const texts = import.meta.glob<string>(
  [
    './*.litmus',
    '../../benchmarks/litmus/{MP,LB,n6,IRIW,2+2W,SB+mfences,MP+loop,R,S,CoRR,3.SB}.litmus',
    '../../docs/examples/mutex.c',
    '../../benchmarks/c/{dekker,peterson,bakery,ticket,mcs_lock,philosophers,lost_wakeup,deque,ring,treiber,message,singleton,seqlock,hazard_pointer,refcount,torn_counter}.c',
    '../../benchmarks/c/two_files/*.{c,h}',
    '../../benchmarks/c/barriers.h',
    '../../benchmarks/papers/nidhugg/{peterson,dekker,parker,pgsql}.c',
    '../../benchmarks/papers/nidhugg/fences.h',
    '../../benchmarks/papers/classic/{chase_lev,rcu,wakeup}.c',
    '../../benchmarks/papers/classic/barriers.h',
    '../../benchmarks/papers/sober/{fig1b,idle}.c',
    '../../benchmarks/papers/structures/{ms2.c,sync.h,queueHarness.h,queueResults.h}',
  ],
  { query: '?raw', import: 'default' },
);

export const exampleTopics = topics;

const [{ examples }] = topics;
const [store] = examples;

export const firstExample: Pick<Example, 'id' | 'hint'> & { readonly files: readonly SourceFile[] } = {
  id: store.id,
  hint: store.hint,
  files: [{ name: 'SB.litmus', text: first }],
};

/** Two files of one name are told apart by their folder. */
function nameOf(path: string, others: readonly string[]): string {
  const parts = path.split('/');
  const name = parts[parts.length - 1];
  const before = others.slice(0, others.indexOf(path));
  return before.some((other) => other.endsWith(`/${name}`)) ? parts.slice(-2).join('/') : name;
}

export async function loadExample(id: string): Promise<void> {
  const example = topics.flatMap(({ examples: own }) => own).find((one) => one.id === id);
  if (example === undefined) return;
  const files = await Promise.all(
    example.paths.map(async (path) => ({
      name: nameOf(path, example.paths),
      text: path.endsWith('/SB.litmus') ? first : ((await texts[path]?.()) ?? ''),
    })),
  );
  const { hint, defines = [], unroll = usualUnroll } = example;
  load({ files, defines, unroll }, hint, id);
}
