// Generated programs: random ones, tests of cycles, families that grow; and shrinking of any program.

export { type Cycle, cycleOf, cycleText, edgesOf, parseCycle } from './cycle.js';
export { canonical, cycleName, sameCycle } from './cycleName.js';
export { cycleOfName } from './cycleOfName.js';
export { programOfCycle, testOfCycle } from './cycleProgram.js';
export { type CyclesOptions, cycles } from './cycles.js';
export { type Family, families, familyProgram } from './families.js';
export { randomProgram } from './random.js';
export {
  defaultFeatures,
  type Feature,
  features,
  parseFeature,
  type RandomOptions,
} from './randomOptions.js';
export { parseRelaxationSet, parseRelaxations, type Relaxation, relaxationName } from './relaxation.js';
export { shrink, shrinkSync, smallerPrograms } from './shrink.js';
