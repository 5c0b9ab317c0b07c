// Many programs judged, and the figures: of all, per construct, per reason of refusal.

import { concurrentProgram } from '#diptych/generate/c/concurrent.js';
import type { Feature } from '#diptych/generate/c/features.js';
import { type JudgedProgram, sequentialProgram } from '#diptych/generate/c/sequential.js';
import { present } from '#diptych/support/present.js';
import type { Machine } from './compiler.js';
import { judgeConcurrent, seenStates } from './concurrentJudge.js';
import type { ReadC } from './readers.js';
import { compiledValues, judgeSequential } from './sequentialJudge.js';
import type { SecondOpinion } from './symbolic.js';

/** A judge's result for a program; `figures` are added up. */
export type Judgement =
  /** gcc's program is undefined or says two things. */
  | { readonly kind: 'undefined' }
  | { readonly kind: 'agrees'; readonly figures: Readonly<Record<string, number>> }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  /** diptych has no complete answer: a limit or a bound. */
  | { readonly kind: 'open'; readonly why: string }
  | { readonly kind: 'differs'; readonly what: readonly string[] };

/** Judges several programs at once: one compilation. */
export interface Judge {
  readonly name: 'sequential' | 'concurrent';
  readonly batch: number;
  program(seed: number): JudgedProgram;
  judge(programs: readonly JudgedProgram[]): Promise<Judgement[]>;
}

interface JudgeOptions {
  readonly features: ReadonlySet<Feature>;
  readonly size?: number;
  readonly second?: SecondOpinion | undefined;
  readonly read?: ReadC;
}

export const sequentialJudge = ({ features, size = 6, second, read }: JudgeOptions): Judge => ({
  name: 'sequential',
  batch: 100,
  program: (seed) => sequentialProgram(seed, { features, size }),
  judge: async (programs) => {
    const expected = await compiledValues(programs);
    return programs.map((program, i) => judgeSequential(program, expected[i], second, read));
  },
});

interface ConcurrentOptions extends JudgeOptions {
  readonly machine: Machine;
  /** How often each program runs. */
  readonly rounds: number;
}

export const concurrentJudge = ({
  features,
  size = 6,
  machine,
  rounds,
  second,
  read,
}: ConcurrentOptions): Judge => ({
  name: 'concurrent',
  batch: 50,
  program: (seed) => concurrentProgram(seed, { features, size }),
  judge: async (programs) => {
    const seen = await seenStates(programs, machine, rounds);
    return programs.map((program, i) =>
      judgeConcurrent(program, seen[i], { unroll: 4, timeLimitMs: 5000, ...present({ second, read }) }),
    );
  },
});

interface FeatureFigures {
  readonly programs: number;
  readonly refused: number;
  readonly differs: number;
}

export interface Summary {
  readonly programs: number;
  readonly kinds: Readonly<Record<Judgement['kind'], number>>;
  readonly figures: Readonly<Record<string, number>>;
  /** By what the diagnostic says, names and numbers left out. */
  readonly refusals: ReadonlyMap<string, number>;
  readonly features: ReadonlyMap<Feature, FeatureFigures>;
  readonly failures: readonly { readonly program: JudgedProgram; readonly judgement: Judgement }[];
}

export async function judgeMany(judge: Judge, from: number, count: number): Promise<Summary> {
  const kinds = { undefined: 0, agrees: 0, refused: 0, open: 0, differs: 0 };
  const figures: Record<string, number> = {};
  const refusals = new Map<string, number>();
  const features = new Map<Feature, FeatureFigures>();
  const failures: { program: JudgedProgram; judgement: Judgement }[] = [];
  for (let start = from; start < from + count; start += judge.batch) {
    const length = Math.min(judge.batch, from + count - start);
    const programs = Array.from({ length }, (_, i) => judge.program(start + i));
    const judgements = await judge.judge(programs);
    programs.forEach((program, i) => {
      const judgement = judgements[i];
      kinds[judgement.kind]++;
      if (judgement.kind === 'undefined') return;
      if (judgement.kind === 'agrees')
        for (const [name, n] of Object.entries(judgement.figures)) figures[name] = (figures[name] ?? 0) + n;
      if (judgement.kind === 'refused') {
        const why = kindOf(judgement);
        refusals.set(why, (refusals.get(why) ?? 0) + 1);
      }
      if (judgement.kind === 'differs') failures.push({ program, judgement });
      for (const feature of program.features) {
        const row = features.get(feature) ?? { programs: 0, refused: 0, differs: 0 };
        features.set(feature, {
          programs: row.programs + 1,
          refused: row.refused + (judgement.kind === 'refused' ? 1 : 0),
          differs: row.differs + (judgement.kind === 'differs' ? 1 : 0),
        });
      }
    });
  }
  return { programs: count, kinds, figures, refusals, features, failures };
}

/** Judgements of one kind: wrong values, or a complaint or refusal with its names and numbers left out. */
export function kindOf(judgement: Judgement): string {
  switch (judgement.kind) {
    case 'differs': {
      const [first] = judgement.what;
      return /^out|^seen/.test(first) ? 'differs' : first.replace(/\d+/g, 'N');
    }
    case 'refused':
      return `${judgement.code}: ${judgement.message.replace(/‘[^’]*’|'[^']*'|\d+/g, '…')}`;
    default:
      return judgement.kind;
  }
}
