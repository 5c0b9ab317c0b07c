// `crosscheck --native`: litmus tests on the processor, as a third witness beside the two engines. No state may be outside TSO:
// not on x86, not in instructions of AArch64 that keep its order, and not under an emulator.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outcomeKey } from '../execution/execution.js';
import { parseLitmusTest } from '../frontend/litmus/index.js';
import type { Limits } from '../verdict/engine.js';
import { askOutcomes, type Question } from '../verdict/outcomes.js';
import type { Toolchain } from './compiler.js';
import { randomLitmus } from './randomLitmus.js';
import type { NativeState } from './runNative.js';
import { processorVerdict } from './verdict.js';

/** A test on which the processor contradicts TSO. */
export interface NativeConflict {
  readonly seed: number;
  readonly text: string;
  readonly forbidden: readonly NativeState[];
}

export interface NativeSums {
  readonly tests: number;
  readonly runs: number;
  /** States that TSO allows, those of them that were seen; and of those that SC does not allow. */
  readonly allowed: number;
  readonly seen: number;
  readonly weak: number;
  readonly seenWeak: number;
  /** Tests whose states under TSO are not known in full. */
  readonly open: number;
  readonly toolchain?: Toolchain;
  readonly conflicts: readonly NativeConflict[];
}

export interface NativeCampaign {
  readonly tests: number;
  readonly seed: number;
  /** Of each test. */
  readonly runs: number;
  readonly engines: Question['engines'];
  readonly limits: Limits;
  readonly timeLimitMs: number;
  readonly stop?: () => boolean;
  readonly onTest?: (sums: NativeSums) => void;
}

export async function crosscheckNative(campaign: NativeCampaign): Promise<NativeSums> {
  const { tests, seed, stop = () => false } = campaign;
  let sums: NativeSums = {
    tests: 0,
    runs: 0,
    allowed: 0,
    seen: 0,
    weak: 0,
    seenWeak: 0,
    open: 0,
    conflicts: [],
  };
  const folder = mkdtempSync(join(tmpdir(), 'diptych-witness-'));
  try {
    for (let i = 0; i < tests && !stop(); i++) {
      const before = sums;
      sums = await witness(seed + i, join(folder, 'test.litmus'), campaign, sums);
      // An interrupted run proves nothing.
      if (stop() && sums.conflicts.length === before.conflicts.length) return before;
      campaign.onTest?.(sums);
    }
    return sums;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function witness(
  seed: number,
  file: string,
  { runs, engines, limits, timeLimitMs, stop }: NativeCampaign,
  sums: NativeSums,
): Promise<NativeSums> {
  const text = randomLitmus(seed);
  writeFileSync(file, text);
  const { program } = parseLitmusTest(text, file);
  const question = { models: ['sc' as const, 'tso' as const], engines, limits };
  const verdict = await askOutcomes(program, question);
  const native = await processorVerdict(file, verdict, question, {
    runs,
    seed,
    timeLimitMs,
    ...(stop === undefined ? {} : { stop }),
  });
  const tso = verdict.results.find(({ answer }) => answer.model === 'tso');
  const weak = (tso?.outcomes ?? []).filter(({ sc }) => sc === false);
  const shown = new Set(native.states.map(({ outcome }) => outcomeKey(outcome)));
  return {
    tests: sums.tests + 1,
    runs: sums.runs + native.runs,
    allowed: sums.allowed + (tso?.outcomes.length ?? 0),
    seen: sums.seen + shown.size,
    weak: sums.weak + weak.length,
    seenWeak: sums.seenWeak + weak.filter(({ outcome }) => shown.has(outcomeKey(outcome))).length,
    open: sums.open + (native.judged === 'by tso' ? 0 : 1),
    toolchain: native.toolchain,
    conflicts:
      native.forbidden.length === 0
        ? sums.conflicts
        : [...sums.conflicts, { seed, text, forbidden: native.forbidden }],
  };
}
