// A command's report on one file, for other programs: one item per finding, and a verdict per model.

import type { Evidence } from '../../execution/execution.js';
import { scheduledEvents } from '../../execution/visibility.js';
import type { EditedFile } from '../../program/editable.js';
import type { Program } from '../../program/program.js';
import type { SourceSpan } from '../../program/statement.js';
import { present } from '../../support/present.js';
import { StateNames } from '../state.js';
import { eventText } from '../witness.js';

/** A place in a file. Lines and columns count from 1. */
export interface ItemPlace {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}

interface ItemStep {
  readonly thread: string;
  readonly text: string;
  readonly place: ItemPlace;
}

export interface ReportItem {
  /** The kind of the item. It is stable. */
  readonly rule: string;
  readonly level: 'error' | 'warning' | 'note';
  readonly message: string;
  readonly place: ItemPlace;
  readonly models: readonly string[];
  /** The execution that shows it, in the order of its steps. */
  readonly steps: readonly ItemStep[];
  /** Files as they are, and as they should be. */
  readonly changes?: readonly EditedFile[];
  /** Other places that it is about. */
  readonly related?: readonly { readonly text: string; readonly place: ItemPlace }[];
}

/** How a question about one model ended. */
export interface ReportCase {
  readonly name: string;
  readonly result: 'passed' | 'failed' | 'error' | 'skipped';
  readonly message: string;
}

export interface FileReport {
  readonly file: string;
  readonly items: readonly ReportItem[];
  readonly cases: readonly ReportCase[];
  readonly seconds: number;
}

export const placeOf = (file: string, at: SourceSpan | undefined): ItemPlace => ({
  file: at?.file ?? file,
  ...present({ line: at?.line, column: at?.column }),
});

/** The steps of an execution with their places; without a schedule its events, thread by thread. */
export function stepsOf(file: string, program: Program, evidence: Evidence | undefined): ItemStep[] {
  if (evidence === undefined) return [];
  const { execution, witness } = evidence;
  const names = new StateNames(program, execution);
  const shown =
    witness === undefined
      ? execution.events.map((event) => ({ thread: event.thread, event, committed: false }))
      : scheduledEvents(witness);
  return shown.flatMap(({ thread, event, committed }) =>
    event === undefined
      ? []
      : [
          {
            thread: program.threads[thread]?.name ?? `thread ${thread}`,
            text: `${committed ? 'commit of ' : ''}${eventText(names, program, event)}`,
            place: placeOf(file, event.at),
          },
        ],
  );
}
