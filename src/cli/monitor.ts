// `diptych monitor`: what the monitors say about recorded executions.

import { type Command, Option } from 'commander';
import { traceJson, traceText } from '../report/traceReport.js';
import { defaultMonitors, type MonitorName } from '../verdict/monitored.js';
import type { RawCommand, RunOptions } from './fileCommand.js';
import { monitorOption } from './monitorOption.js';
import { jobsOption, memoryOption, timeoutOption } from './options.js';
import { status } from './status.js';

export interface MonitorOptions extends RunOptions {
  readonly monitor?: readonly MonitorName[];
}

function define(parent: Command): Command {
  return parent
    .command('monitor')
    .summary('look for SC violations near recorded executions')
    .description(
      'Reads logs of sequentially consistent executions, one event per line (docs/trace.md), and reports which operations could overtake which on a machine with store buffers. Exit status 1 if there are any.',
    )
    .argument('<traces...>', 'files of JSON Lines')
    .addOption(monitorOption())
    .addOption(timeoutOption('time for one file'))
    .addOption(memoryOption())
    .addOption(jobsOption('threads to use for several files'))
    .addOption(new Option('--json', 'one JSON object per file and line (docs/json.md)'))
    .addHelpText('after', examples);
}

const examples = `
Examples:
  diptych monitor run.jsonl
  diptych monitor --monitor bss-pso --json logs/*.jsonl`;

export const monitorCommand: RawCommand<MonitorOptions> = {
  works: 'on-a-file',
  programs: false,
  define,
  async ask({ file, options, limits, standardInput }) {
    const { parseTrace, readTraceFile } = await import('../frontend/trace/index.js');
    const { askTrace } = await import('../verdict/monitorTrace.js');
    limits.onPhase?.('reading');
    const trace =
      standardInput === undefined || file !== '-' ? readTraceFile(file) : parseTrace(standardInput, file);
    limits.onPhase?.('monitoring');
    const verdict = askTrace({
      events: trace.events,
      threads: trace.threads.length,
      initial: (address) => trace.initial.get(address) ?? 0,
      monitors: options.monitor ?? defaultMonitors,
    });
    return {
      status: verdict.violations.length > 0 ? status.violated : status.holds,
      json: () => traceJson(file, trace, verdict),
      text: (style) => traceText(file, trace, verdict, style),
    };
  },
};
