// The option that names monitors.

import { InvalidArgumentError, Option } from 'commander';
import { defaultMonitors, isMonitorName, type MonitorName, monitorNames } from '../verdict/monitored.js';

export const monitorOption = (): Option =>
  new Option('--monitor <list>', `monitors on SC executions: ${monitorNames.join(', ')}, all or none`)
    .argParser(parseMonitors)
    .default(defaultMonitors, defaultMonitors.join(','));

/** The monitors of recorded executions: those, and the one of data races. */
export type TraceMonitorName = MonitorName | 'races';

export const traceMonitorOption = (preset: readonly TraceMonitorName[] = defaultMonitors): Option =>
  new Option('--monitor <list>', `monitors: ${monitorNames.join(', ')}, races (data races), all or none`)
    .argParser((text): readonly TraceMonitorName[] => {
      const names = text.split(',').map((name) => name.trim().toLowerCase());
      const others = names.filter((name) => name !== 'races');
      if (others.length === names.length) return parseMonitors(text);
      return [...(others.length === 0 ? [] : parseMonitors(others.join())), 'races'];
    })
    .default(preset, preset.join(','));

function parseMonitors(text: string): readonly MonitorName[] {
  const names = text
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  if (names.length === 1 && names[0] === 'all') return monitorNames;
  if (names.length === 1 && names[0] === 'none') return [];
  const unknown = names.find((name) => !isMonitorName(name));
  if (unknown !== undefined || names.length === 0)
    throw new InvalidArgumentError(`'${unknown ?? ''}' is not one of ${monitorNames.join(', ')}, all, none.`);
  return names.filter(isMonitorName);
}
