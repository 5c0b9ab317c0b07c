// The options of commands that can explore with a strategy in place of DPOR.

import { type Command, InvalidArgumentError, Option } from 'commander';
import type { StrategyChoice } from '../verdict/engine.js';
import { explicitGroup } from './optionGroups.js';

export function addStrategyOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--strategy <name:n>',
        'in place of reduction: preemptions:N, all executions with at most N preemptions; random:N, N random ones',
      )
        .helpGroup(explicitGroup)
        .argParser(parseStrategy),
    )
    .addOption(
      new Option('--seed <n>', 'the first random execution; the next is that of the next seed (default: 0)')
        .helpGroup(explicitGroup)
        .argParser(parseSeed),
    );
}

/** The strategy with the user's seed. */
export function seeded(strategy: StrategyChoice, seed: number | undefined): StrategyChoice {
  return strategy.kind === 'random' && seed !== undefined ? { ...strategy, seed } : strategy;
}

function parseStrategy(text: string): StrategyChoice {
  const match = /^(preemptions|random):(\d+)$/.exec(text);
  const n = Number(match?.[2]);
  if (match !== null && Number.isSafeInteger(n)) {
    if (match[1] === 'preemptions') return { kind: 'preemptions', bound: n };
    if (n > 0) return { kind: 'random', runs: n, seed: 0 };
  }
  throw new InvalidArgumentError('It must be preemptions:N, or random:N with N from 1 on.');
}

export function parseSeed(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isSafeInteger(value))
    throw new InvalidArgumentError('It must be a whole number.');
  return value;
}
