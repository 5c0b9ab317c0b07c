// The files of a command on other machines. Loaded only when a command names a server.

import type { FileAnswer, FileRequest } from '../answerFile.js';
import type { RunOptions } from '../fileCommand.js';
import type { FileCommandName } from '../fileCommands.js';
import type { Input } from '../files.js';
import type { Io } from '../io.js';
import type { Runner } from '../runner/runner.js';

export interface Elsewhere {
  /** Files that are asked about at a time: enough for many workers. */
  readonly most: number;
  readonly cancelled: boolean;
  answer(request: FileRequest): Promise<FileAnswer>;
  /** One file is done, and will be printed. */
  step(): void;
  close(interrupted: boolean): Promise<void>;
}

const mostFiles = 256;

export async function openElsewhere(
  server: string,
  command: FileCommandName,
  options: RunOptions,
  inputs: readonly Input[],
  /** The unit of work for one file. */
  part: string,
  io: Io,
  runner: Runner,
): Promise<Elsewhere> {
  const alone = inputs.length === 1;
  const { openCampaign } = await import('./open.js');
  const { closeCampaign, showProgress } = await import('./progress.js');
  const campaign = await openCampaign(
    server,
    options,
    {
      command,
      options,
      subjects: inputs.map(({ path }) => path),
      unit: alone ? part : 'files',
      ...(alone ? {} : { total: inputs.length }),
    },
    io,
  );
  const signal = AbortSignal.any([runner.signal, campaign.signal]);
  const line = showProgress(campaign, io);
  return {
    most: mostFiles,
    get cancelled() {
      return campaign.signal.aborted;
    },
    answer: (request) =>
      runner.answerElsewhere(
        request,
        campaign,
        signal,
        alone ? (executions, estimate) => campaign.count(executions, estimate) : undefined,
      ),
    step: () => {
      line.clear();
      // Stopped work does not count as done.
      if (!alone && !signal.aborted) campaign.step();
    },
    async close(interrupted) {
      line.stop();
      await closeCampaign(campaign, interrupted, io);
    },
  };
}
