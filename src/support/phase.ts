// The current phase of the work, for messages about a stop.

export const phases = [
  'starting',
  'reading',
  'compiling',
  'preprocessing',
  'parsing',
  'checking',
  'inlining',
  'unrolling',
  'analysing',
  'encoding',
  'solving',
  'exploring',
  'monitoring',
  'certifying',
  'predicting',
  'forcing',
  'generating',
  'writing',
] as const;

export type Phase = (typeof phases)[number];

/** Takes each phase when it begins. */
export type OnPhase = (phase: Phase) => void;
