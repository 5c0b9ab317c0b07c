// The monitors' answers. They watch SC executions, one per trace, and report behaviour of the weak machines. The
// first report is turned into an execution of the weak machine.

import type { Execution, ModelName } from '../../execution/execution.js';
import { explore } from '../../explicit/explore.js';
import { mayMiss } from '../../explicit/monitors/completeness.js';
import { monitoredModel } from '../../explicit/monitors/index.js';
import { ViolationCollector } from '../../explicit/monitors/monitorProgram.js';
import type { Program } from '../../program/program.js';
import type { Inquiries } from './inquiries.js';
import type { CrosscheckLimits } from './options.js';

const monitors = ['sober', 'bss-tso', 'bss-pso'] as const;
type Monitor = (typeof monitors)[number];

export function askMonitors(
  inquiries: ReadonlyMap<ModelName, Inquiries>,
  program: Program,
  limits: CrosscheckLimits,
): void {
  const watching = monitors.flatMap((name) => {
    const asked = inquiries.get(monitoredModel[name]);
    return asked === undefined ? [] : [new Watch(name, asked, program, limits.unroll)];
  });
  if (watching.length === 0) return;
  const [{ asked }] = watching;
  const exploration = asked.ask('explicit', ['robustness'], () =>
    explore(program, {
      model: 'sc',
      ...limits,
      onExecution: (witness) => {
        const { execution } = witness();
        for (const watch of watching) watch.execution(execution);
      },
    }),
  );
  if (exploration === undefined) return;
  for (const watch of watching) {
    // Its time was part of the exploration's.
    asked.spend('explicit', -watch.ms);
    watch.conclude(!mayMiss(watch.name, exploration));
  }
}

class Watch {
  readonly #collector: ViolationCollector;
  #failed = false;
  ms = 0;

  constructor(
    readonly name: Monitor,
    readonly asked: Inquiries,
    program: Program,
    unroll: number,
  ) {
    this.#collector = new ViolationCollector(program, unroll, [name]);
  }

  execution(execution: Execution): void {
    const start = performance.now();
    if (!this.#failed)
      this.#failed =
        this.asked.ask(this.name, ['robustness'], () => {
          this.#collector.execution(execution);
          return true;
        }) === undefined;
    this.ms += performance.now() - start;
  }

  conclude(complete: boolean): void {
    if (this.#failed) return;
    this.asked.ask(this.name, ['robustness'], () => {
      const pairs = this.#collector.pairs().get(this.name) ?? [];
      pairs[0]?.witness();
      this.asked.say('robustness', this.name, { kind: 'exists', exists: pairs.length > 0, complete });
    });
  }
}
