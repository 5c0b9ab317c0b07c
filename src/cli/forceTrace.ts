// Forces cycles that were predicted from a recorded run. The program runs again with simulated store buffers, which
// keep the stores of one cycle back, until a run has the cycle.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLogHeader } from '../frontend/trace/binaryLog.js';
import { cutStatus, requireProgram } from '../record/runRecorded.js';
import { Symbols } from '../record/symbols.js';
import { callsOf, weakRun } from '../record/weakRun.js';
import { cyclesIn } from '../relax/forcedCycles.js';
import { mayReorder } from '../relax/model.js';
import type { TraceCycle } from '../relax/traceCycles.js';
import type { TraceLabels } from '../relax/traceLabels.js';

interface ForceQuestion {
  /** The log that the cycles are from. */
  readonly trace: string;
  readonly command: readonly string[];
  readonly numbering: TraceLabels;
  /** For each cycle and model. */
  readonly runs: number;
  readonly seed: number;
  /** Of one run. */
  readonly timeLimitMs: number;
  readonly stop: () => boolean;
}

/** The run that has a cycle. */
export interface ForcedRun {
  readonly seed: number;
  /** How it ended, if not as it should. */
  readonly failed?: string;
}

export interface Forced {
  readonly runs: number;
  /** Runs that left no log which is one of the machine. */
  readonly rejected: number;
  readonly stopped: boolean;
  readonly cycles: ReadonlyMap<TraceCycle, ForcedRun>;
}

/** Some cycles want threads that alternate, some one that comes late. */
const schedules = ['random', 'preemptions:1', 'random:0.05', 'pct:2'];

export async function forceCycles(cycles: readonly TraceCycle[], question: ForceQuestion): Promise<Forced> {
  const { trace, command, numbering, seed, timeLimitMs, stop } = question;
  requireProgram(command[0]);
  const symbols = new Symbols();
  const calls = callsOf(trace, symbols);
  const length = Math.max(1, readLogHeader(trace).steps);
  const folder = mkdtempSync(join(tmpdir(), 'diptych-force-'));
  const found = new Map<TraceCycle, ForcedRun>();
  let [runs, rejected] = [0, 0];
  try {
    for (const cycle of cycles)
      for (let k = 0; k < question.runs && !found.has(cycle) && !stop(); k++) {
        const { model, labels } = cycle;
        const firsts = labels.filter(
          (label, i) => i % 2 === 0 && mayReorder(model, label.kind, labels[i + 1].kind),
        );
        const seconds = labels.filter((_, i) => i % 2 === 1);
        const own = seed + runs++;
        const { run, ended } = await weakRun(
          {
            command,
            schedule: schedules[k % schedules.length],
            seed: own,
            timeLimitMs,
            trace: join(folder, 'run.trace'),
            length,
            // On a weak machine it may never end.
            most: 20 * length + 1000,
            stop,
            buffers: {
              model,
              delayed: firsts.flatMap(({ kind, at }) => calls(kind, at)),
              held: seconds.flatMap(({ kind, at }) => calls(kind, at)),
            },
          },
          symbols,
        );
        if (run === undefined) rejected++;
        else {
          const labelled = { ...run, labels: run.execution.events.map((event) => numbering.of(event)) };
          // PSO does everything that TSO does.
          const open = cycles.filter(
            (other) => !found.has(other) && (other.model === model || model === 'tso'),
          );
          const { signal, code, stderr } = ended;
          const message = stderr.trim().split('\n').at(-1) ?? '';
          const how =
            signal ?? (code === 0 || code === cutStatus || code === null ? undefined : `status ${code}`);
          for (const shown of cyclesIn(labelled, open))
            found.set(shown, {
              seed: own,
              ...(how === undefined ? {} : { failed: message === '' ? how : `${how}: ${message}` }),
            });
        }
      }
    return { runs, rejected, stopped: stop(), cycles: found };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
