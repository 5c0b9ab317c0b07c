// The commands that are put to files. Each is loaded when it is the one that is asked.

import type { FileCommand } from './fileCommand.js';

const commands = {
  outcomes: async () => (await import('./outcomes.js')).outcomes,
  check: async () => (await import('./check.js')).check,
  robust: async () => (await import('./robust.js')).robust,
  races: async () => (await import('./races.js')).races,
  explain: async () => (await import('./explain.js')).explain,
  fences: async () => (await import('./fences.js')).fences,
  relax: async () => (await import('./relax.js')).relaxCommand,
  monitor: async () => (await import('./monitor.js')).monitorCommand,
  replay: async () => (await import('./replay.js')).replayCommand,
} satisfies Record<string, () => Promise<FileCommand>>;
export type FileCommandName = keyof typeof commands;

export const commandOf = (name: FileCommandName): Promise<FileCommand> => commands[name]();
