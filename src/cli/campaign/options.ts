// The options of commands whose work can be done on other machines.

import { type Command, Option } from 'commander';
import type { Io } from '../io.js';
import { campaignGroup } from '../optionGroups.js';

/** The options as commander parses them. */
export interface CampaignOptions {
  /** The address of a Redis server; `here` means none, and overrides DIPTYCH_REDIS. */
  readonly on?: string;
  readonly resume?: string;
  readonly twoWorkers?: boolean;
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
    );

/** The server, if there is to be one. */
export function serverOf({ on }: CampaignOptions, { env }: Pick<Io, 'env'>): string | undefined {
  const url = on ?? env.DIPTYCH_REDIS;
  return url === undefined || url === '' || url === 'here' ? undefined : url;
}
