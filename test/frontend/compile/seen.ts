// Findings of small programs of C++ and Rust under SC, for tests of the models of standard libraries.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { explore } from '../../../src/explicit/explore.js';
import { type ReadOptions, readProgram } from '../../../src/frontend/index.js';
import { reasonOfCut } from '../../../src/program/cut.js';
import { assumeSpinLoops } from '../../../src/program/spinLoops.js';

interface Seen {
  readonly runs: boolean;
  /** The line and the message of each. */
  readonly findings: readonly string[];
  readonly cuts: readonly (string | undefined)[];
}

/** Loops that wait are waits. The file of that name and text is written to the folder. */
export const seenIn =
  (folder: string, options: ReadOptions = {}) =>
  async (name: string, text: string): Promise<Seen> => {
    const path = join(folder, name);
    writeFileSync(path, text);
    const program = assumeSpinLoops(await readProgram(path, options));
    const { findings, complete, executions, cutLoops } = explore(program, { model: 'sc', unroll: 24 });
    if (!complete) throw new Error(`${name} was not explored`);
    return {
      runs: executions > 0,
      findings: [...new Set(findings.map(({ finding }) => `${finding.at?.line}: ${finding.message}`))],
      cuts: [...new Set(cutLoops.map((loop) => reasonOfCut(program, loop)?.kind))],
    };
  };

export const fine: Seen = { runs: true, findings: [], cuts: [] };
