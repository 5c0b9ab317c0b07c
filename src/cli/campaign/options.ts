// The options of commands whose work can be done on other machines.

import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Io } from '../io.js';
import { campaignGroup } from '../optionGroups.js';

/** The options as commander parses them. */
export interface CampaignOptions {
  /** The address of a Redis server; `here` means none, and overrides DIPTYCH_REDIS. */
  readonly on?: string;
  readonly resume?: string;
  readonly twoWorkers?: boolean;
  readonly recheck?: number;
}

export const onOption = (): Option =>
  new Option(
    '--on <url>',
    'leave the work to diptych worker on other machines, through a Redis server: redis://... (default: DIPTYCH_REDIS)',
  ).helpGroup(campaignGroup);

export const resumeOption = (): Option =>
  new Option('--resume <id>', 'go on with a campaign that was interrupted').helpGroup(campaignGroup);

export const addCampaignOptions = (command: Command): Command =>
  command
    .addOption(onOption())
    .addOption(resumeOption())
    .addOption(
      new Option('--two-workers', 'no worker alone is believed: the engines are asked on two').helpGroup(
        campaignGroup,
      ),
    )
    .addOption(recheckOption());

const recheckOption = (): Option =>
  new Option(
    '--recheck <percent>',
    'of what workers say is not there, so much is computed again on this machine (default: 5; 0: workers are believed)',
  )
    .argParser(parsePercent)
    .helpGroup(campaignGroup);

function parsePercent(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isSafeInteger(value) || value < 0 || value > 100)
    throw new InvalidArgumentError('It must be a whole number from 0 to 100.');
  return value;
}

/** The server, if there is to be one. */
export function serverOf({ on }: CampaignOptions, { env }: Pick<Io, 'env'>): string | undefined {
  const url = on ?? env.DIPTYCH_REDIS;
  return url === undefined || url === '' || url === 'here' ? undefined : url;
}
