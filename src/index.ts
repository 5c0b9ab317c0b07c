// The library: read or build a program, ask about it, look at what is answered. What is listed here is what a version promises
// (docs/library.md); everything else may change.

// Questions
export {
  type AskSettings,
  type CheckSettings,
  check,
  type ExplainSettings,
  explain,
  type FencesSettings,
  fences,
  type MonitorSettings,
  monitor,
  outcomes,
  type RacesSettings,
  type RelaxSettings,
  type RobustSettings,
  races,
  relax,
  robust,
} from './ask.js';
// Memory models
export type { CatModel } from './cat/ast.js';
export { type Judgement, judge } from './cat/judge.js';
export { loadCatFile, loadModel } from './cat/models.js';
export { parseCat } from './cat/resolve.js';
// Executions
export { type Borderline, borderline } from './execution/borderline.js';
export { type Access, type Event, type EventKind, isFullFence } from './execution/event.js';
export {
  type Blocked,
  type Evidence,
  type Execution,
  initialWrite,
  type ModelName,
  modelNames,
  type Outcome,
  type Schedule,
  type Step,
  traceKey,
  type Witness,
} from './execution/execution.js';
export { type CutLoop, type Finding, type FindingKind, findingKey } from './execution/finding.js';
export { type HbEdge, type HbRelation, hbCycle, isSequentiallyConsistent } from './execution/hb.js';
// The engines themselves
export {
  type Exploration,
  type ExplorationProgress,
  type ExploreOptions,
  explore,
  type StrategyChoice,
} from './explicit/explore.js';
export { type Replay, replaySchedule } from './explicit/machines/runSchedule.js';
export {
  type Monitor,
  type MonitorName,
  monitorEvents,
  monitorNames,
  type Violation,
} from './explicit/monitors/index.js';
export {
  type MonitoredExploration,
  monitorProgram,
  type ViolatingPair,
} from './explicit/monitors/monitorProgram.js';
export { exploreParallel, type ParallelOptions } from './explicit/parallel/exploreParallel.js';
// Putting fences into programs
export { editableLitmus, readEditable } from './frontend/edit/index.js';
// Reading programs and traces
export { type ReadOptions, readProgram } from './frontend/index.js';
export { parseLitmus, readLitmusFile } from './frontend/litmus/index.js';
export { parseTrace, printTrace, type RecordedTrace } from './frontend/trace/index.js';
// Generated programs
export * from './generate/index.js';
// Building programs
export {
  and,
  cell,
  eq,
  finalCell,
  finalRegister,
  ne,
  not,
  or,
  type ProgramBuilder,
  program,
  type ThreadBuilder,
  type Value,
} from './program/builder.js';
export type { Condition, Formula, Observable, Operand, Quantifier } from './program/condition.js';
export type { Addition, Candidate, Editable, EditedFile, Place } from './program/editable.js';
export {
  type BinaryOp,
  binary,
  conditional,
  constant,
  type Expr,
  register,
  type UnaryOp,
  unary,
} from './program/expression.js';
export type { Integer, Width } from './program/integer.js';
export { type Layout, layOut } from './program/layout.js';
export { defaultUnroll, type LoopBound, withLoopBounds } from './program/loopBounds.js';
export { printProgram } from './program/printer.js';
export type { Location, Program, Thread } from './program/program.js';
export { assumeSpinLoops } from './program/spinLoops.js';
export type { SourceSpan, Statement } from './program/statement.js';
export { validate } from './program/validate.js';
// Recorded executions
export type { MonitoredTrace } from './record/monitoredTrace.js';
// Active testing
export { type RelaxModel, relaxModels } from './relax/model.js';
export type { RelaxVerdict } from './relax/relax.js';
export type { CycleResult } from './relax/trials.js';
export { type Costs, defaultCosts } from './repair/costs.js';
export type { Goal } from './repair/goal.js';
export type { Choice, Example, Repair, RepairResult, Round } from './repair/repair.js';
// Reports, as the command writes them
export { checkText } from './report/checkText.js';
export { diagnosticText } from './report/diagnostic.js';
export { checkJson, outcomesJson } from './report/json.js';
export { outcomesText } from './report/outcomesText.js';
export { robustJson } from './report/robustJson.js';
export { robustText } from './report/robustText.js';
export { createStyle, type Style } from './report/style.js';
// Diagnostics
export { type Diagnostic, type DiagnosticCode, InputError } from './support/diagnostic.js';
// Answers
export type { ModelAnswer } from './verdict/answer.js';
export { Certifier, type Flaw } from './verdict/certificate.js';
export type { CheckVerdict, ModelCheck } from './verdict/check.js';
export type { Difference } from './verdict/compare.js';
export type { ConditionAnswer, Observation, Verdict } from './verdict/condition.js';
export type { Claim, EngineAnswer, EngineName, Limits, Model } from './verdict/engine.js';
export type { EngineChoice } from './verdict/engines.js';
export type { ExplainVerdict, ModelExplanation } from './verdict/explain.js';
export type { MarkedOutcome, ModelOutcomes, OutcomesVerdict } from './verdict/outcomes.js';
export type { CertifiedRace, RacesVerdict } from './verdict/races.js';
export { type MachineView, type ReplayedWitness, replayWitness } from './verdict/replayWitness.js';
export type { ModelRobustness, NonScExecution, RobustVerdict } from './verdict/robust.js';
export { decodeWitness, type StoredWitness, storeWitness } from './verdict/witnessFile.js';
