// A user's mistake, as data. Front ends throw InputError; only report/ turns it into words with a code frame.

import type { DiagnosticCode } from './codes/index.js';

export type { DiagnosticCode } from './codes/index.js';

export interface Diagnostic {
  /** Stable: other programs may rely on it (docs/errors.md). */
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly endColumn?: number;
  readonly hint?: string;
  /** Further mistakes in the same input. */
  readonly more?: readonly Diagnostic[];
}

export class InputError extends Error {
  readonly diagnostic: Diagnostic;
  /** The text the diagnostic's line refers to, for the code frame. */
  readonly text: string | undefined;

  constructor(diagnostic: Diagnostic, text?: string) {
    super(diagnostic.message);
    this.name = 'InputError';
    this.diagnostic = diagnostic;
    this.text = text;
  }
}

/** A broken invariant: the message says that it is diptych that is wrong. */
export function bug(what: string): never {
  throw new Error(
    `${what}. This is a bug in diptych: please report it with the program and the command that shows it`,
  );
}
