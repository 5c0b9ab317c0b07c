// Campaigns in words.

import type { CampaignProgress } from '../campaign/queue/campaign.js';
import type { CampaignDetails, CampaignList, CampaignView } from '../campaign/queue/look.js';
import type { WorkerCard } from '../campaign/queue/protocol.js';
import type { Rejection } from '../campaign/queue/records.js';

export const rejectionText = ({ job, worker, why }: Rejection): string =>
  `rejected a result of ${worker} for job ${job}: ${why}\n`;

/** No worker is there; `others` are there, but of another build. */
export function lonelyText(
  id: string,
  others: readonly WorkerCard[],
  version: string,
  twoWorkers: boolean,
): string {
  const wanted = twoWorkers ? 'two workers' : 'a worker';
  const start = `campaign ${id} waits for ${wanted}: diptych worker --on ..., on any machine\n`;
  if (others.length === 0) return start;
  const names = others.map(({ name, version: theirs, build }) => `  ${name}: diptych ${theirs} (${build})\n`);
  return `${start}these workers get none of its jobs, because they are not the same build of diptych ${version}:\n${names.join('')}`;
}

export function progressText(progress: CampaignProgress): string {
  const { done, total, unit, rate, waiting, active, workers, rejected, setAside } = progress;
  const parts = [
    `${done}${total === undefined ? '' : `/${total}`} ${unit}`,
    ...(rate > 0 ? [`${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s`] : []),
    `${waiting} waiting, ${active} at work`,
    `${workers} ${workers === 1 ? 'worker' : 'workers'}`,
    ...(rejected > 0 ? [`${rejected} rejected`] : []),
    ...(setAside > 0 ? [`${setAside} set aside`] : []),
    ...(rate > 0 && total !== undefined ? [`${durationText((total - done) / rate)} left`] : []),
  ];
  return parts.join(' · ');
}

function durationText(seconds: number): string {
  if (seconds < 90) return `${Math.max(0, Math.round(seconds))} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

const stateText = ({ state, abandoned }: CampaignView): string =>
  abandoned ? 'left alone (--resume goes on with it)' : state;

const shareText = ({ done, total, unit }: CampaignView): string =>
  `${done}${total === undefined ? '' : ` of ${total}`} ${unit}`;

export const campaignListText = (campaigns: readonly CampaignView[]): string =>
  campaigns.length === 0
    ? 'no campaigns\n'
    : campaigns
        .map(
          (one) =>
            `${one.id}  ${new Date(one.startedAt).toISOString()}  ${stateText(one)}  ${shareText(one)}  diptych ${one.words.join(' ')}\n`,
        )
        .join('');

/** Bad records are on the server, which other programs may have written to. */
export const badRecordsText = (bad: CampaignList['bad']): string =>
  bad.map(({ id, why }) => `the record of campaign ${id} cannot be read: ${why}\n`).join('');

export function campaignText(one: CampaignDetails): string {
  const lines = [
    `campaign ${one.id}: ${stateText(one)}`,
    `  diptych ${one.words.join(' ')}`,
    `  begun ${new Date(one.startedAt).toISOString()} by diptych ${one.version} (${one.build})`,
    `  ${shareText(one)}; ${one.answered} of ${one.asked} jobs answered, ${one.waiting} waiting, ${one.active} at work`,
    ...(one.rate > 0 ? [`  ${one.rate.toFixed(1)} ${one.unit} per second${leftText(one)}`] : []),
    ...(one.setAside > 0 ? [`  ${one.setAside} jobs set aside: their workers did not survive them`] : []),
    `  ${one.workers.length} workers`,
    ...one.workers.map(
      ({ name, jobs, done, cpuMs }) =>
        `    ${name}: ${jobs} at a time, ${done} done, ${(cpuMs / 1000).toFixed(1)} s of processor`,
    ),
    ...(one.rejections.length === 0 ? [] : [`  ${one.rejected} results rejected, the last of them:`]),
    ...one.rejections.slice(-10).map(({ worker, job, why }) => `    ${worker}, job ${job}: ${why}`),
  ];
  return `${lines.join('\n')}\n`;
}

const leftText = ({ rate, total, done }: CampaignDetails): string =>
  total === undefined ? '' : `, ${durationText((total - done) / rate)} left`;

/** With the time that is left, in seconds, as far as it can be told. */
export const detailsJson = (one: CampaignDetails): object => ({
  ...one,
  secondsLeft: one.rate > 0 && one.total !== undefined ? (one.total - one.done) / one.rate : null,
});
