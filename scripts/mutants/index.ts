// npm run judge mutants -- PLAN... | FILE... -- TEST...: changes one line of a source at a time and runs tests on it; says which changes
// no test noticed. A part that both engines share has no other judge than these tests (docs/judges.md).
//
// Tests and sources are bundled anew for each change, which takes less time than Vitest takes to start. A first run without a change
// notes the time of each test and the lines it executes. A change is tried on the tests that execute its line. The test that noticed
// most changes so far comes first. `--every N` takes one change in N, and `--lines FILE:FROM-TO,...` the changes of some lines.
// `--cpu N` runs tests of N seconds for each change. `--all` names the test that noticed a change.
//
// `--log FILE` writes each change that was tried, and does not try again what FILE says already: a run that was cut goes on. `--again
// FILE` takes the changes that such a log lists as not noticed. Changes for which `argued.txt` gives a reason are not tried.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { argued, changeOf } from './argued.js';
import { Bundle, root } from './bundle.js';
import { linesOf, reachedBy } from './coverage.js';
import { Log } from './log.js';
import { type Mutant, mutantsOf } from './mutate.js';
import { plans } from './plans.js';

const args = process.argv.slice(2);
function option(name: string): string | undefined {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args.splice(at, 2)[1];
}
const budget = Number(option('--cpu') ?? 3600);
const every = Number(option('--every') ?? 1);
const only = option('--lines')
  ?.split(',')
  .map((range) => /^(.*):(\d+)(?:-(\d+))?$/.exec(range) ?? [])
  .map(([, file, from, to = from]) => ({ file, from: Number(from), to: Number(to) }));
const earlier = option('--again');
const again = earlier === undefined ? undefined : new Log(earlier);
const log = new Log(option('--log'));
const isWanted = (mutant: Mutant): boolean =>
  (again === undefined || again.of(mutant) === 'passes') &&
  (only === undefined ||
    only.some(({ file, from, to }) => file === mutant.file && from <= mutant.line && mutant.line <= to));
const tellsAll = args.includes('--all');
if (tellsAll) args.splice(args.indexOf('--all'), 1);
const split = args.indexOf('--');
const chosen = split < 0 ? args.flatMap((name) => plans[name] ?? []) : [];
const [files, tests] =
  split < 0
    ? [chosen.flatMap(({ sources }) => sources), [...new Set(chosen.flatMap((plan) => plan.tests))]]
    : [args.slice(0, split), args.slice(split + 1)];
if (files.length === 0 || tests.length === 0)
  throw new Error(
    `name plans (${Object.keys(plans).join(', ')}), or the sources to change, --, and their tests`,
  );

const bundle = await Bundle.of(files, tests);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));
process.on('exit', () => bundle.remove());

const { points, lines } = await linesOf(bundle, files);
const unchanged = await bundle.run({ points });
const broken = unchanged.reports.filter(({ failed }) => failed);
if (unchanged.end !== 'passes' || broken.length > 0)
  throw new Error(`tests fail without any change: ${broken.map(({ name }) => name).join('; ')}`);
const names = new Map(unchanged.reports.map(({ test, name }) => [test, name]));
const cpuOf = new Map(unchanged.reports.map(({ test, cpu }) => [test, cpu]));
for (const { name, cpu } of [...unchanged.reports].sort((a, b) => b.cpu - a.cpu).slice(0, 12))
  console.log(`${cpu.toFixed(1).padStart(6)} s  ${name}`);

/** How many changes each test was the first to notice. */
const kills = new Map<number, number>();
const cpu = (test: number): number => cpuOf.get(test) ?? 0;
const worth = (test: number): number => ((kills.get(test) ?? 0) + 0.2) / (cpu(test) + 0.05);
const counts = { passes: 0, fails: 0, 'does not end': 0, argued: 0 };
const total = { ...counts };
const said = (
  of: string,
  { passes, fails, 'does not end': endless, argued: reasoned }: typeof counts,
): string =>
  `${of}: ${passes + fails + endless + reasoned} changes, ${fails} noticed, ${endless} do not end, ${reasoned} argued, ${passes} not noticed`;
function count(end: keyof typeof counts): void {
  counts[end]++;
  total[end]++;
}

async function tryOne(mutant: Mutant, old: string): Promise<void> {
  const before = argued.has(changeOf(mutant, old)) ? 'argued' : log.of(mutant);
  if (before !== undefined) return count(before);
  const reached = reachedBy(unchanged.reports, lines, mutant, old);
  const order: number[] = [];
  let left = budget;
  for (const test of reached.sort((a, b) => worth(b) - worth(a))) {
    left -= cpu(test);
    if (left >= 0) order.push(test);
  }
  const seconds = Math.ceil(3 + 2 * order.reduce((sum, test) => sum + cpu(test), 0));
  const { end, reports } =
    order.length === 0
      ? ({ end: 'passes', reports: [] } as const)
      : await bundle.run({ mutant, order, seconds });
  const last = reports.at(-1);
  if (end === 'fails' && last?.failed === true) kills.set(last.test, (kills.get(last.test) ?? 0) + 1);
  count(end);
  log.add(mutant, end);
  if (end === 'fails' && !tellsAll) return;
  const how =
    end !== 'passes'
      ? `${end}: ${last?.failed === true ? last.name : 'no report'}`
      : order.length === 0
        ? 'no test executes it'
        : `${order.length} tests pass`;
  console.log(`${mutant.file}:${mutant.line} ${how}\n  ${old.trim()}\n  ${mutant.text.trim()}`);
}

for (const file of files) {
  const source = readFileSync(join(root, file), 'utf8');
  const text = source.split('\n');
  for (const mutant of mutantsOf(file, source).filter((_, i) => i % every === 0))
    if (isWanted(mutant)) await tryOne(mutant, text[mutant.line - 1]);
  console.log(said(file, counts));
  for (const end of ['passes', 'fails', 'does not end', 'argued'] as const) counts[end] = 0;
}
for (const [test, number] of [...kills].sort((a, b) => b[1] - a[1]))
  console.log(`${String(number).padStart(6)} noticed by ${names.get(test)}`);
console.log(said('all', total));
await bundle.dispose();
