// One measurement for explore.ts, in a process of its own so that memory is its own: FAMILY N MODEL -> one line of JSON.
// Uses the built library, which is what users run.
import { Bench } from 'tinybench';
import { explore, familyProgram } from '../dist/index.js';

const [family, n, model] = process.argv.slice(2);
const program = familyProgram(family, Number(n));

let result;
let cpu = 0;
const run = () => {
  const before = process.cpuUsage();
  result = explore(program, { model });
  const used = process.cpuUsage(before);
  cpu = (used.user + used.system) / 1e6;
};
run();
const first = cpu;
if (first < 1) {
  // Short ones are measured warm.
  const bench = new Bench({ time: 1000, warmup: false });
  bench.add('explore', run);
  await bench.run();
}
console.log(
  JSON.stringify({
    family,
    n: Number(n),
    model,
    executions: result.executions,
    blocked: result.blocked,
    redundant: result.redundant,
    firstRun: first,
    cpu,
    memory: process.resourceUsage().maxRSS / 1024,
  }),
);
