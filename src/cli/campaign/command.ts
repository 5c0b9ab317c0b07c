// `diptych campaign`: looks at campaigns on a Redis server, and cancels them.

import { Argument, type Command } from 'commander';
import { badRecordsText, campaignListText, campaignText, detailsJson } from '../../report/campaignText.js';
import { diagnosticText } from '../../report/diagnostic.js';
import { jsonText } from '../../report/jsonText.js';
import { createStyle } from '../../report/style.js';
import { InputError } from '../../support/diagnostic.js';
import { type Io, wantsColours } from '../io.js';
import { type Status, status } from '../status.js';
import { onOption, serverOf } from './options.js';

const actions = ['list', 'show', 'cancel'] as const;
export type CampaignAction = (typeof actions)[number];

export interface CampaignArguments {
  readonly on?: string;
  readonly json?: boolean;
}

export const defineCampaign = (parent: Command): Command =>
  parent
    .command('campaign')
    .summary('look at work on other machines, and cancel it')
    .description(
      'Lists the campaigns that commands with --on have begun, shows the progress and workers of one, or cancels one.',
    )
    .addArgument(new Argument('<action>', 'the action').choices(actions))
    .argument('[id]', 'which campaign')
    .addOption(onOption())
    .option('--json', 'as JSON (docs/json.md)')
    .addHelpText('after', examples);

const examples = `
Examples:
  diptych campaign list --on redis://queue.example.org
  diptych campaign show 5bac1f55 --json       progress, workers, what was rejected: for a page of your own
  diptych campaign cancel 5bac1f55`;

export async function campaign(
  action: CampaignAction,
  id: string | undefined,
  options: CampaignArguments,
  io: Io,
): Promise<Status> {
  try {
    const url = serverOf(options, io);
    if (url === undefined)
      throw new InputError({
        code: 'queue-url',
        message: 'campaigns are on a Redis server',
        hint: '--on redis://host, or DIPTYCH_REDIS',
      });
    io.stdout.write(await answer(action, id, url, options.json === true, io));
    return status.holds;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const style = createStyle(wantsColours(io.stderr, io.env));
    io.stderr.write(diagnosticText(error.diagnostic, error.text, style));
    return status.badInput;
  }
}

async function answer(
  action: CampaignAction,
  id: string | undefined,
  url: string,
  json: boolean,
  io: Io,
): Promise<string> {
  const { cancelCampaign, listCampaigns, showCampaign } = await import('../../campaign/queue/look.js');
  if (action === 'list') {
    const { campaigns, bad } = await listCampaigns(url);
    io.stderr.write(badRecordsText(bad));
    return json ? campaigns.map((one) => `${jsonText(one)}\n`).join('') : campaignListText(campaigns);
  }
  if (id === undefined)
    throw new InputError({
      code: 'campaign-unknown',
      message: `which campaign to ${action}?`,
      hint: 'diptych campaign list shows those there are',
    });
  if (action === 'show') {
    const details = await showCampaign(url, id);
    return json ? `${jsonText(detailsJson(details))}\n` : campaignText(details);
  }
  const removed = await cancelCampaign(url, id);
  return json ? `${jsonText({ cancelled: id, removed })}\n` : `cancelled ${id}; ${removed} jobs taken back\n`;
}
