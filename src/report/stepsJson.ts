// Executions and the threads they are made of, as JSON.

import type { Witness } from '../execution/execution.js';
import { scheduledEvents } from '../execution/visibility.js';
import type { Program } from '../program/program.js';
import { spanJson } from './spanJson.js';
import type { StateNames } from './state.js';
import { eventText, threadName } from './witness.js';

/** The names of the threads, by number. */
export const threadsJson = ({ threads }: Program): string[] => threads.map(({ name }) => name);

/** The steps of a machine; empty if no machine was asked. */
export function stepsJson(
  names: StateNames,
  program: Program,
  shown: { readonly witness?: Witness } | undefined,
): object {
  if (shown?.witness === undefined) return {};
  const own = names.of(shown.witness.execution);
  const steps = scheduledEvents(shown.witness).flatMap(({ thread, event, committed }) =>
    event === undefined
      ? []
      : [
          {
            thread,
            name: threadName(program, thread),
            event: eventText(own, program, event),
            ...(committed ? { commit: true } : {}),
            ...spanJson(event.at),
          },
        ],
  );
  return { steps };
}
