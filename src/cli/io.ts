// The outside world as a command sees it, so that tests can run commands.

interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  /** Of a terminal. */
  readonly columns?: number;
}

export interface Io {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where diptych.json is looked for, if not in the current folder. */
  readonly folder?: string;
  /** The module that threads run; without it all work is done on the caller's thread. */
  readonly worker?: URL;
  /** Without threads: only what the main thread would try, in so many milliseconds; SliceOver or TooLarge is thrown of the rest. */
  readonly smallMs?: number;
  /** Standard input is that of the process, so a command can read it as it comes. */
  readonly streamsInput?: true;
  /** Milliseconds since the process was started, asked for the first time; 0 then. */
  sinceStart?(): number;
  /** The text of standard input. */
  readInput?(): Promise<string>;
  /** Calls back at the first Ctrl-C; returns a function that no longer listens. */
  onInterrupt?(raise: () => void): () => void;
}

/** Colours only on a terminal that is not dumb, or where FORCE_COLOR asks for them; never where NO_COLOR forbids them. */
export function wantsColours(output: Output, env: Io['env']): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '') return env.FORCE_COLOR !== '0';
  return output.isTTY === true && env.TERM !== 'dumb';
}
