// The reader of C on the middle beside the older one: every program under every model by the explicit engine. Final states and findings must be
// the same; the number of executions may be smaller.
// npm run judge readers -- [--limit SECONDS] [--unroll N] [--models sc,tso] [--define NAME] FILE|FOLDER...

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type ModelName, modelNames } from '../src/execution/execution.js';
import { type Exploration, explore } from '../src/explicit/explore.js';
import { parseC } from '../src/frontend/c/index.js';
import { readOnMiddle } from '../src/frontend/onMiddle.js';
import type { Program } from '../src/program/program.js';
import { InputError } from '../src/support/diagnostic.js';
import { findingsIn, shownByBoth, statesIn } from '../test/frontend/c/run.js';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    limit: { type: 'string', default: '6' },
    unroll: { type: 'string', default: '3' },
    models: { type: 'string', default: modelNames.join(',') },
    define: { type: 'string', multiple: true, default: [] },
  },
});

const unroll = Number(options.unroll);
const timeLimitMs = 1000 * Number(options.limit);
const wanted = options.models.split(',');
const models: readonly ModelName[] = modelNames.filter((name) => wanted.includes(name));

const filesIn = (path: string): string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path).flatMap((name) => filesIn(join(path, name)))
    : path.endsWith('.c')
      ? [path]
      : [];

/** The program, or why there is none; and the processor time that it took. */
function reading(read: () => Program): {
  readonly program?: Program;
  readonly why?: string;
  readonly ms: number;
} {
  const before = process.cpuUsage();
  const took = (): number => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  try {
    const program = read();
    return { program, ms: took() };
  } catch (error) {
    if (error instanceof InputError)
      return { why: `line ${error.diagnostic.line ?? '?'}: ${error.diagnostic.message}`, ms: took() };
    return { why: `a bug: ${error instanceof Error ? (error.stack ?? '') : String(error)}`, ms: took() };
  }
}

const countOf = ({ executions, blocked }: Exploration): string => `${executions}+${blocked}`;

type Kind = 'same' | 'fewer' | 'more' | 'differs' | 'bounded' | 'limit' | 'fails';

/** How two explorations compare, with what is to be said of it. */
function compared(
  programs: readonly [Program, Program],
  [a, b]: readonly [Exploration, Exploration],
): readonly [Kind, string] {
  const counts = `c ${countOf(a)}, middle ${countOf(b)}`;
  if (!a.complete || !b.complete)
    return ['limit', `${counts}; stopped: ${[a.complete ? '' : 'c', b.complete ? '' : 'middle'].join(' ')}`];
  const shown = shownByBoth(...programs);
  const [s, t] = [a, b].map((found, k) => statesIn(programs[k], found, shown).join('; '));
  const found = [a, b].map((one) => findingsIn(one).join('; '));
  const lines = [
    ...(found[0] === found[1] ? [] : [`  c finds      ${found[0]}`, `  middle finds ${found[1]}`]),
    ...(s === t ? [] : [`  c reaches      ${s.slice(0, 300)}`, `  middle reaches ${t.slice(0, 300)}`]),
  ];
  const isBounded = a.cutLoops.length + b.cutLoops.length > 0;
  if (lines.length > 0) return [isBounded ? 'bounded' : 'differs', [counts, ...lines].join('\n')];
  const total = (e: Exploration): number => e.executions + e.blocked;
  if (total(b) > total(a)) return ['more', counts];
  return [countOf(a) === countOf(b) ? 'same' : 'fewer', counts];
}

const summary: Record<Kind | 'refused', number> = {
  same: 0,
  fewer: 0,
  more: 0,
  differs: 0,
  bounded: 0,
  limit: 0,
  fails: 0,
  refused: 0,
};
const processorMs = { c: 0, middle: 0 };
for (const file of positionals.flatMap(filesIn)) {
  const text = readFileSync(file, 'utf8');
  const given = { defines: options.define, unroll };
  const old = reading(() => parseC(text, file, given));
  const own = reading(() => readOnMiddle(text, file, given));
  processorMs.c += old.ms;
  processorMs.middle += own.ms;
  const [first, second] = [old.program, own.program];
  if (first === undefined || second === undefined) {
    summary.refused++;
    for (const [reader, { why }] of [['c', old] as const, ['middle', own] as const])
      if (why !== undefined) console.log(`${file}: ${reader} refuses, ${why}`);
    continue;
  }
  for (const model of models) {
    let [kind, words]: readonly [Kind, string] = ['fails', ''];
    try {
      const [a, b] = [first, second].map((program) => explore(program, { model, unroll, timeLimitMs }));
      [kind, words] = compared([first, second], [a, b]);
    } catch (error) {
      words = error instanceof Error ? error.message : String(error);
    }
    summary[kind]++;
    if (kind !== 'same') console.log(`${file} ${model}: ${kind}: ${words}`);
  }
}
console.log(JSON.stringify({ ...summary, processorMs }));
