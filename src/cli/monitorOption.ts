// The option that names monitors.

import { InvalidArgumentError, Option } from 'commander';
import { defaultMonitors, isMonitorName, type MonitorName, monitorNames } from '../verdict/monitored.js';

export const monitorOption = (): Option =>
  new Option('--monitor <list>', `monitors on SC executions: ${monitorNames.join(', ')}, all or none`)
    .argParser(parseMonitors)
    .default(defaultMonitors, defaultMonitors.join(','));

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
