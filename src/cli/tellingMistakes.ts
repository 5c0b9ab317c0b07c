// A user's mistake becomes a message on standard error and the status of bad input.

import { diagnosticText } from '../report/diagnostic.js';
import { createStyle } from '../report/style.js';
import { InputError } from '../support/diagnostic.js';
import { type Io, wantsColours } from './io.js';
import { type Status, status } from './status.js';

export async function tellingMistakes(io: Io, work: () => Promise<Status>): Promise<Status> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const style = createStyle(wantsColours(io.stderr, io.env));
    io.stderr.write(diagnosticText(error.diagnostic, error.text, style));
    return status.badInput;
  }
}
