// Opens the campaign of a command that works on other machines, and prints its id and how to continue it.

import { contentHash } from '../../campaign/content.js';
import { Doubts } from '../../campaign/doubts.js';
import { textOf } from '../../campaign/json.js';
import { Campaign } from '../../campaign/queue/campaign.js';
import { lonelyText, rejectionText } from '../../report/campaignText.js';
import { present } from '../../support/present.js';
import type { Io } from '../io.js';
import { version } from '../version.js';
import { fingerprint } from './fingerprint.js';
import type { CampaignOptions } from './options.js';

interface Asked {
  readonly command: string;
  /** The options that answers depend on, and no others. */
  readonly options: object;
  readonly subjects: readonly string[];
  readonly unit: string;
  readonly total?: number;
}

/** Options that change what is printed, or where work is done, not what is asked. */
const beside = [
  'on',
  'resume',
  'json',
  'format',
  'verbose',
  'quiet',
  'force',
  'report',
  'jobs',
  'memory',
  'recheck',
];

export async function openCampaign(
  url: string,
  { resume, twoWorkers, recheck }: CampaignOptions,
  { command, options, subjects, unit, total }: Asked,
  io: Io,
): Promise<Campaign> {
  const asked = Object.fromEntries(Object.entries(options).filter(([name]) => !beside.includes(name)));
  const campaign = await Campaign.open({
    url,
    version: version(),
    fingerprint: fingerprint(),
    words: [command, ...subjects.slice(0, mostWords), ...(subjects.length > mostWords ? ['...'] : [])],
    digest: contentHash(textOf([command, asked, subjects])),
    unit,
    doubts: new Doubts(recheck),
    ...present({ total, resume, twoWorkers }),
    onRejection: (rejection) => io.stderr.write(rejectionText(rejection)),
    onLonely: (others) => io.stderr.write(lonelyText(campaign.id, others, version(), twoWorkers === true)),
  });
  if (resume === undefined && io.stderr.isTTY === true)
    io.stderr.write(
      `campaign ${campaign.id}: --resume ${campaign.id} goes on with it if it is interrupted\n`,
    );
  return campaign;
}

const mostWords = 5;
