// A line about a campaign, on a terminal: what is done, how fast, what waits, who works, and how long it may take.

import type { Campaign } from '../../campaign/queue/campaign.js';
import { progressText } from '../../report/campaignText.js';
import type { Io } from '../io.js';

/** Says how to go on with it, if it is not done. */
export async function closeCampaign(
  campaign: Campaign,
  interrupted: boolean,
  io: Pick<Io, 'stderr'>,
): Promise<void> {
  if (campaign.signal.aborted) io.stderr.write(`campaign ${campaign.id} was cancelled\n`);
  else if (interrupted) io.stderr.write(`--resume ${campaign.id} goes on with what is left\n`);
  await campaign.close(interrupted ? 'interrupted' : 'done');
}

const everyMs = 1_000;
const clearLine = '\r\u001b[K';

/** Returns a function that ends it. */
export function showProgress(campaign: Campaign, { stderr }: Pick<Io, 'stderr'>): () => void {
  if (stderr.isTTY !== true) return () => {};
  let shown = false;
  const timer = setInterval(() => {
    campaign.progress().then(
      (progress) => {
        stderr.write(`${clearLine}${progressText(progress)}`);
        shown = true;
      },
      // The server is away: the last line stays.
      () => {},
    );
  }, everyMs);
  return () => {
    clearInterval(timer);
    if (shown) stderr.write(clearLine);
  };
}
