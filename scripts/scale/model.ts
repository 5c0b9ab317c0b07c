// A model of more workers, from measured sizes of jobs: jobs go in order to the first free worker, and the
// coordinator spends its own time on each of them.

import type { Overhead, Speed } from './speed.js';

const counts = [1, 2, 10, 100, 1000] as const;

/** Milliseconds until the last job is done. */
function makespan(sizes: readonly number[], workers: number, each: number): number {
  const free = new Array<number>(workers).fill(0);
  let given = 0;
  let end = 0;
  for (const size of sizes) {
    given += each;
    let first = 0;
    for (let w = 1; w < workers; w++) if (free[w] < free[first]) first = w;
    free[first] = Math.max(free[first], given) + size;
    end = Math.max(end, free[first]);
  }
  return end;
}

/** `startMs`: the coordinator's time before its first job. */
export function model(measured: readonly Speed[], { ownCpuMs, jobs }: Overhead, startMs: number): string {
  const rows = measured.map(({ what, sizes, coordinatorCpuMs }) => {
    const each = Math.max(ownCpuMs / jobs, (coordinatorCpuMs - startMs) / sizes.length);
    const sum = sizes.reduce((total, size) => total + size, 0);
    const alone = startMs + makespan(sizes, 1, each);
    const at = (share: number): string => (sizes[Math.floor(share * (sizes.length - 1))] ?? 0).toFixed(0);
    const gains = counts.map(
      (workers) => `${(alone / (startMs + makespan(sizes, workers, each))).toFixed(1)}x`,
    );
    return `| ${what} | ${sizes.length} | ${(sum / 1000).toFixed(0)} | ${at(0.5)} | ${at(0.99)} | ${at(1)} | ${each.toFixed(1)} | ${gains.join(' | ')} |`;
  });
  return `## More workers: a model

From the jobs of the runs above with one warm worker: the coordinator starts (${(startMs / 1000).toFixed(1)} s of processor), then they go in
their order to whoever is free, and some milliseconds of the coordinator go into each, as measured. Jobs are taken to be independent of each
other; for one exploration that holds once there are more branches than workers.

| what | jobs | seconds in all | median ms | 99 % | largest | coordinator | ${counts.map((n) => `${n} workers`).join(' | ')} |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ${counts.map(() => '---:').join(' | ')} |
${rows.join('\n')}
`;
}
