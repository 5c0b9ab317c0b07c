// A line about a campaign on a terminal: progress, speed, waiting jobs, workers, and the time left.

import type { Campaign } from '../../campaign/queue/campaign.js';
import { progressText } from '../../report/campaignText.js';
import type { Io } from '../io.js';

/** Closes the campaign. If it was interrupted, prints the option that continues it. */
export async function closeCampaign(
  campaign: Campaign,
  interrupted: boolean,
  io: Pick<Io, 'stderr'>,
): Promise<void> {
  if (campaign.signal.aborted) io.stderr.write(`campaign ${campaign.id} was cancelled\n`);
  else if (interrupted) io.stderr.write(`--resume ${campaign.id} continues the campaign\n`);
  await campaign.close(interrupted ? 'interrupted' : 'done');
}

const everyMs = 1_000;
const clearLine = '\r\u001b[K';

interface ProgressLine {
  /** Removes the line, so that other text can be printed. */
  clear(): void;
  stop(): void;
}

export function showProgress(campaign: Campaign, { stderr }: Pick<Io, 'stderr'>): ProgressLine {
  if (stderr.isTTY !== true) return { clear: () => {}, stop: () => {} };
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
  const clear = (): void => {
    if (shown) stderr.write(clearLine);
    shown = false;
  };
  return {
    clear,
    stop: () => {
      clearInterval(timer);
      clear();
    },
  };
}
