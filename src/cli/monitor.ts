// `diptych monitor`: what the monitors say about recorded executions.

import { type Command, Option } from 'commander';
import { readTraceFile } from '../frontend/trace/index.js';
import { diagnosticText } from '../report/diagnostic.js';
import { errorJson } from '../report/json.js';
import { jsonText } from '../report/jsonText.js';
import { createStyle } from '../report/style.js';
import { traceJson, traceText } from '../report/traceReport.js';
import { InputError } from '../support/diagnostic.js';
import { defaultMonitors, type MonitorName } from '../verdict/monitored.js';
import { askTrace } from '../verdict/monitorTrace.js';
import { type Io, wantsColours } from './io.js';
import { monitorOption } from './monitorOption.js';
import { gravest, type Status, status } from './status.js';

export interface MonitorOptions {
  readonly monitor?: readonly MonitorName[];
  readonly json?: boolean;
}

export function defineMonitor(parent: Command): Command {
  return parent
    .command('monitor')
    .summary('look for SC violations near recorded executions')
    .description(
      'Reads logs of sequentially consistent executions, one event per line (docs/trace.md), and reports which operations could overtake which on a machine with store buffers. Exit status 1 if there are any.',
    )
    .argument('<traces...>', 'files of JSON Lines')
    .addOption(monitorOption())
    .addOption(new Option('--json', 'one JSON object per file and line (docs/json.md)'))
    .addHelpText('after', examples);
}

const examples = `
Examples:
  diptych monitor run.jsonl
  diptych monitor --monitor bss-pso --json logs/*.jsonl`;

export function monitor(traces: readonly string[], options: MonitorOptions, io: Io): Status {
  return gravest(traces.map((file) => monitorFile(file, options, io)));
}

function monitorFile(file: string, { monitor: monitors, json }: MonitorOptions, io: Io): Status {
  try {
    const trace = readTraceFile(file);
    const verdict = askTrace({
      events: trace.events,
      threads: trace.threads.length,
      initial: (address) => trace.initial.get(address) ?? 0,
      monitors: monitors ?? defaultMonitors,
    });
    io.stdout.write(
      json === true
        ? `${jsonText(traceJson(file, trace, verdict))}\n`
        : traceText(file, trace, verdict, createStyle(wantsColours(io.stdout, io.env))),
    );
    return verdict.violations.length > 0 ? status.violated : status.holds;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    if (json === true) io.stdout.write(`${jsonText(errorJson(file, error.diagnostic))}\n`);
    else
      io.stderr.write(
        diagnosticText(error.diagnostic, error.text, createStyle(wantsColours(io.stderr, io.env))),
      );
    return status.badInput;
  }
}
