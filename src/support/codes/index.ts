// The catalogue of diagnostics: every code, its meaning, and an example. A new code is a line in one of these files.
// docs/errors.md is made of them (npm run make documents), and a test requires every code to be used.

import { cCodes } from './c.js';
import { campaignCodes } from './campaign.js';
import { catCodes } from './cat.js';
import { commandsCodes } from './commands.js';
import { enginesCodes } from './engines.js';
import { filesCodes } from './files.js';
import { generateCodes } from './generate.js';
import { litmusCodes } from './litmus.js';
import { litmusCCodes } from './litmusC.js';
import { llvmCodes } from './llvm.js';
import { nativeCodes } from './native.js';
import { programCodes } from './program.js';
import type { CodeSection } from './section.js';
import { tracesCodes } from './traces.js';
import { x86Codes } from './x86.js';

/** In the order of docs/errors.md. */
const sections = [
  filesCodes,
  commandsCodes,
  campaignCodes,
  litmusCodes,
  litmusCCodes,
  x86Codes,
  cCodes,
  llvmCodes,
  programCodes,
  enginesCodes,
  catCodes,
  tracesCodes,
  nativeCodes,
  generateCodes,
] as const satisfies readonly CodeSection[];

type Section = (typeof sections)[number];
type CodesOf<S> = S extends { readonly codes: infer Codes } ? keyof Codes : never;

/** Other programs may rely on codes: a code keeps its meaning. */
export type DiagnosticCode = CodesOf<Section>;

export const codeSections: readonly CodeSection[] = sections;

export const isDiagnosticCode = (code: unknown): code is DiagnosticCode =>
  typeof code === 'string' && codeSections.some(({ codes }) => Object.hasOwn(codes, code));
