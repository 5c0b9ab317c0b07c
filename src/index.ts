// The library: build or parse a program, ask about it.

export {
  type AskSettings,
  type CheckSettings,
  check,
  type FencesSettings,
  fences,
  outcomes,
  type RobustSettings,
  robust,
} from './ask.js';
export type { Axiom, CatModel } from './cat/ast.js';
export { type CatEdge, type Evidence, type Judgement, judge, type Violation } from './cat/judge.js';
export { loadCatFile, loadModel } from './cat/models.js';
export { type IncludeResolver, parseCat } from './cat/resolve.js';
export { type Borderline, borderline } from './execution/borderline.js';
export * from './execution/event.js';
export * from './execution/execution.js';
export * from './execution/finding.js';
export { type HbEdge, type HbRelation, hbCycle, isSequentiallyConsistent } from './execution/hb.js';
export { type Malformation, malformations } from './execution/wellFormed.js';
export * from './explicit/explore.js';
export { type Replay, replaySchedule } from './explicit/machines/runSchedule.js';
export {
  type Monitor,
  type MonitorName,
  monitorEvents,
  monitorNames,
  type Violation as MonitorViolation,
} from './explicit/monitors/index.js';
export {
  type MonitoredExploration,
  monitorProgram,
  type ViolatingPair,
} from './explicit/monitors/monitorProgram.js';
export { exploreParallel, type ParallelOptions } from './explicit/parallel/exploreParallel.js';
export { editableLitmus, readEditable } from './frontend/edit/index.js';
export { readProgram } from './frontend/index.js';
export { parseLitmus, readLitmusFile } from './frontend/litmus/index.js';
export { parseTrace, printTrace, type RecordedTrace } from './frontend/trace/index.js';
export * from './generate/index.js';
export * from './program/builder.js';
export * from './program/condition.js';
export type { Addition, Candidate, Editable, EditedFile, Place } from './program/editable.js';
export * from './program/expression.js';
export * from './program/layout.js';
export * from './program/loopBounds.js';
export { printProgram } from './program/printer.js';
export * from './program/program.js';
export { assumeSpinLoops } from './program/spinLoops.js';
export * from './program/statement.js';
export { validate } from './program/validate.js';
export { type Costs, defaultCosts } from './repair/costs.js';
export type { Goal } from './repair/goal.js';
export type { Choice, Example, Repair, RepairResult, Round } from './repair/repair.js';
export * from './support/diagnostic.js';
export type { ModelAnswer } from './verdict/answer.js';
export { Certifier, type Flaw } from './verdict/certificate.js';
export type { CheckVerdict, ModelCheck } from './verdict/check.js';
export type { Difference } from './verdict/compare.js';
export type { ConditionAnswer, Observation, Verdict } from './verdict/condition.js';
export type { Claim, EngineAnswer, EngineName, Limits, Model } from './verdict/engine.js';
export type { EngineChoice } from './verdict/engines.js';
export type { MarkedOutcome, ModelOutcomes, OutcomesVerdict } from './verdict/outcomes.js';
export { type MachineView, type ReplayedWitness, replayWitness } from './verdict/replayWitness.js';
export type { ModelRobustness, NonScExecution, RobustVerdict } from './verdict/robust.js';
export { decodeWitness, type StoredWitness, storeWitness } from './verdict/witnessFile.js';
