// Tasks that the language server gives to a process of its own, and their answers. All of it is plain data.

import type { ShownAccess } from '../../report/editor/accesses.js';
import type { CatDefinition } from '../../report/editor/catNames.js';
import type { Diagnostic } from '../../support/diagnostic.js';
import type { FileAnswer } from '../answerFile.js';
import type { FileCommandName } from '../fileCommands.js';

/** The file of a task; `text` is the editor's, absent if the file is as it is on disk. */
interface About {
  readonly file: string;
  readonly text?: string;
  /** Options as on the command line. */
  readonly words: readonly string[];
}

export type Task = About &
  ({ readonly kind: 'read' } | { readonly kind: 'ask'; readonly command: FileCommandName });

/** A file as it was read. */
export interface Reading {
  readonly mistakes: readonly Diagnostic[];
  readonly accesses: readonly ShownAccess[];
  readonly definitions: readonly CatDefinition[];
}

export const nothingRead: Reading = { mistakes: [], accesses: [], definitions: [] };

export type TaskAnswer =
  | { readonly kind: 'read'; readonly reading: Reading }
  | { readonly kind: 'asked'; readonly answer: FileAnswer }
  /** The process could not do it; `message` is the reason. */
  | { readonly kind: 'failed'; readonly message: string };

/** Messages on the channel of the process. */
export const isTask = (message: unknown): message is Task =>
  typeof message === 'object' && message !== null && 'file' in message && 'words' in message;

export const isTaskAnswer = (message: unknown): message is TaskAnswer =>
  typeof message === 'object' && message !== null && 'kind' in message;
