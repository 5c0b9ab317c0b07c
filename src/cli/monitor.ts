// `diptych monitor`: the monitors' reports on recorded executions.

import { type Command, Option } from 'commander';
import { traceJson, traceText } from '../report/traceReport.js';
import { present } from '../support/present.js';
import { defaultMonitors } from '../verdict/monitored.js';
import type { RawCommand, RunOptions } from './fileCommand.js';
import { type TraceMonitorName, traceMonitorOption } from './monitorOption.js';
import { jobsOption, memoryOption, timeoutOption } from './options.js';
import { status } from './status.js';

export interface MonitorOptions extends RunOptions {
  readonly monitor?: readonly TraceMonitorName[];
}

function define(parent: Command): Command {
  return parent
    .command('monitor')
    .summary('look for SC violations near recorded executions, and data races in them')
    .description(
      'Reads logs of sequentially consistent executions, one event per line (docs/trace.md) or as `diptych record` keeps them, and reports which operations could overtake which on a machine with store buffers. Exit status 1 if there are any.',
    )
    .argument('<traces...>', 'files of JSON Lines, logs of diptych record, or - for standard input')
    .addOption(traceMonitorOption())
    .addOption(timeoutOption('time for one file'))
    .addOption(memoryOption())
    .addOption(jobsOption('threads to use for several files'))
    .addOption(new Option('--json', 'one JSON object per file and line (docs/json.md)'))
    .addHelpText('after', examples);
}

const examples = `
Examples:
  diptych monitor run.jsonl
  diptych monitor --monitor bss-pso --json logs/*.jsonl
  diptych monitor --monitor races run.jsonl           data races of the run`;

export const monitorCommand: RawCommand<MonitorOptions> = {
  works: 'on-a-file',
  programs: false,
  streamsInput: true,
  define,
  async ask({ file, options, limits, standardInput }) {
    const { monitorTrace } = await import('../record/monitoredTrace.js');
    const wanted: readonly TraceMonitorName[] = options.monitor ?? defaultMonitors;
    limits.onPhase?.('monitoring');
    const monitored = monitorTrace(file, {
      monitors: wanted.filter((name) => name !== 'races'),
      races: wanted.includes('races'),
      ...present({ standardInput, stop: limits.stop }),
    });
    const found = monitored.verdict.violations.length + (monitored.races?.length ?? 0);
    return {
      status: found > 0 ? status.violated : monitored.whole ? status.holds : status.noAnswer,
      json: () => traceJson(file, monitored),
      text: (style) => traceText(file, monitored, style),
    };
  },
};
