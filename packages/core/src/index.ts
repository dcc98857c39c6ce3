export { type Parsed, type ParseOptions, parse } from "./1-parse/parse.ts";
export { type AgentFile, type AgentFiles, type ReadAgentFile, readAgentFile } from "./3-register/agent-file.ts";
export { type AssignedPackages, assignPackages, type PlacedSource } from "./3-register/assign-packages.ts";
export type {
  ContractDefinition,
  Declaration,
  Definition,
  ImplementationDefinition,
  InterfaceDefinition,
} from "./3-register/definition.ts";
export type { Layer, Package, PackageReference } from "./3-register/package.ts";
export {
  findContract,
  findImplementation,
  findInterface,
  implementationsOf,
  type Registry,
} from "./3-register/registry.ts";
export type { ChoiceReason } from "./4-resolve/choose.ts";
export type { ResolutionExplanation } from "./4-resolve/explain.ts";
export { type ParamValue, paramsOf } from "./4-resolve/params.ts";
export type { Resolution, Resolutions } from "./4-resolve/resolution.ts";
export { checkAgentFile, checkSkillTools } from "./5-authorise/check-front-matter.ts";
export type { ConstraintContext, ConstraintOwner } from "./5-authorise/constraints.ts";
export { effectiveTools } from "./5-authorise/effective-tools.ts";
export type { Narrowing } from "./5-authorise/explain-tools.ts";
export type { HostLimits, NameLimit } from "./5-authorise/host-limits.ts";
export type {
  PermissionDecision,
  PermissionOption,
  PermissionOutcome,
  PermissionPolicy,
  PermissionRequest,
  PermissionState,
} from "./5-authorise/permission.ts";
export { isConstrained, isWithin } from "./5-authorise/permission-constraint.ts";
export { decidePermission, type PermissionQuestion, type PermissionRule } from "./5-authorise/permission-gate.ts";
export { type BasePolicy, createPermissionPolicy, type PolicyChoice } from "./5-authorise/permission-policy.ts";
export {
  type Approver,
  judge,
  type PermissionRules,
  queueApprover,
  type RuleVerdict,
} from "./5-authorise/rules-policy.ts";
export {
  constrainedName,
  foreignTools,
  isMcpTool,
  runtimeName,
  runtimeServer,
  runtimeTools,
} from "./5-authorise/tool-names.ts";
export { readRule, type ToolRule } from "./5-authorise/tool-rule.ts";
export {
  everyTool,
  isAvailable,
  type Narrowed,
  narrow,
  type ToolRemark,
  type ToolSet,
  type ToolTag,
  toolLists,
} from "./5-authorise/tool-set.ts";
export { type TrustLevel, trustLevels } from "./5-authorise/trust.ts";
export type { OtherAgents } from "./6-execute/agent-advice.ts";
export type { BudgetLimits } from "./6-execute/budget.ts";
export { type CancelOptions, type CancelOutcome, cancelRun } from "./6-execute/cancel-run.ts";
export { capabilitiesOfTool } from "./6-execute/capabilities.ts";
export { type CheckDocumentsOptions, checkDocuments } from "./6-execute/check-documents.ts";
export { asksAgent } from "./6-execute/check-needs.ts";
export { type Clock, systemClock } from "./6-execute/clock.ts";
export { defineHandler, type HandlerDefinition, type StandardSchema } from "./6-execute/define-handler.ts";
export { explainPlace, type PlaceExplanation, type Stretch } from "./6-execute/explain-place.ts";
export type { Neighbour, StepExplanation } from "./6-execute/explain-step.ts";
export type { ParamDeclaration } from "./6-execute/front-matter-declarations.ts";
export { type DocumentParams, mayDeclareParams, readParams } from "./6-execute/front-matter-params.ts";
export { createGuide, type Guide, type GuideOptions, type NextStep } from "./6-execute/guided/guide.ts";
export type { Guided, GuideRule, Refused } from "./6-execute/guided/guide-answer.ts";
export type { HandedStep } from "./6-execute/guided/hand-out.ts";
export type { GivenStep, ProcedureText } from "./6-execute/guided/read-procedure.ts";
export type { Account, Standing, StepStanding } from "./6-execute/guided/standing.ts";
export type { StartOptions } from "./6-execute/guided/start-plan.ts";
export type { StepReport } from "./6-execute/guided/step-report.ts";
export {
  type Handler,
  type HandlerInput,
  type HandlerResult,
  type PreviousResult,
  SkillFailure,
  type WrappedChild,
} from "./6-execute/handler.ts";
export type { Leftovers } from "./6-execute/leftovers.ts";
export type { NodeResult } from "./6-execute/node-result.ts";
export { openQuestions } from "./6-execute/open-questions.ts";
export { type PrepareOptions, prepare, type RunSource } from "./6-execute/prepare.ts";
export {
  type AgentScope,
  diagramsOf,
  isDiagram,
  type Mechanism,
  type Prepared,
  type PreparedDiagram,
  type PreparedDirective,
  type PreparedNode,
  type PreparedSkill,
} from "./6-execute/prepared.ts";
export { RunError } from "./6-execute/run-error.ts";
export { newRunId } from "./6-execute/run-id.ts";
export type { RunOptions } from "./6-execute/run-options.ts";
export { isDeserted, type RunResult, resultOf, statusNow } from "./6-execute/run-result.ts";
export { type RunSettings, readRunSettings } from "./6-execute/run-settings.ts";
export { createRuntime, type Run, type Runtime } from "./6-execute/runtime.ts";
export type { RuntimeOptions } from "./6-execute/runtime-options.ts";
export {
  AgentError,
  type AgentErrorCode,
  type AgentEvent,
  type AgentProvider,
  type AgentSession,
  type PermissionCounts,
  type Rung,
  type SessionHost,
  type SessionRequest,
  type TranscriptLine,
  type TurnFailure,
  type TurnOutcome,
  type TurnResult,
} from "./agent/agent.ts";
export type { OfferedCall, OfferedReply, OfferedTool, OfferedTools } from "./agent/offered-tools.ts";
export { type PromptIdentity, RecordingError, type RecordingUse, ReplayMismatch } from "./agent/recording.ts";
export { stepResultName, stepResultOffer } from "./agent/result-desk.ts";
export { type DataBlock, renderPrompt } from "./agent/step-prompt.ts";
export {
  type Attribute,
  attribute,
  type Comment,
  type Document,
  type Element,
  type ElementKind,
  isElement,
  type Node,
  type TagName,
  type Text,
} from "./ast/nodes.ts";
export { print } from "./ast/print.ts";
export { descriptionOf, textOf } from "./ast/text-of.ts";
export { type CheckOptions, type CheckResult, type CheckSource, check } from "./check.ts";
export { contractErrors, isUnusable, type UnusableContract } from "./contracts/contract-errors.ts";
export { type ContractByName, contractByName } from "./contracts/find-by-name.ts";
export { type CheckedInstance, checkInstance, type PlacedIssue } from "./contracts/instance/check-instance.ts";
export type { ValueFormat } from "./contracts/instance/read-value.ts";
export { type JsonSchema, toJsonSchema } from "./contracts/json-schema.ts";
export { toTypeScript } from "./contracts/typescript.ts";
export { type Issue, validateInstance } from "./contracts/validate-instance.ts";
export { type AppliedFixes, applyFixes } from "./diagnostics/apply-fixes.ts";
export type { CatalogueEntry, CatalogueExample } from "./diagnostics/catalogue-entry.ts";
export { codeFrame, type Paint, plainPaint } from "./diagnostics/code-frame.ts";
export {
  type Diagnostic,
  type Edit,
  type Fix,
  hasErrors,
  inSourceOrder,
  type Related,
  type Severity,
} from "./diagnostics/diagnostic.ts";
export { loadCatalogue } from "./diagnostics/load-catalogue.ts";
export { diagnosticNames } from "./diagnostics/names.generated.ts";
export { type CompiledPlan, type CompileOptions, compilePlan } from "./diagram/compile/compile-plan.ts";
export { isPlanId } from "./diagram/compile/plan-id.ts";
export type { StepDeclaration, WrittenValue } from "./diagram/compile/step-declaration.ts";
export type { DiagramSource, Excerpt } from "./diagram/excerpt.ts";
export {
  diagramOfImplementation,
  diagramOfMarkdown,
  diagramOfMermaidFile,
  diagramOfSkill,
  type FoundDiagram,
} from "./diagram/find-diagram.ts";
export type {
  Annotation,
  AnnotationKey,
  Diagram,
  DiagramEdge,
  DiagramGroup,
  DiagramKind,
  DiagramNode,
  Direction,
  EdgeKind,
} from "./diagram/mermaid/diagram.ts";
export { type ParsedDiagram, parseDiagram } from "./diagram/mermaid/parse-diagram.ts";
export { labelLine } from "./diagram/picture/label-lines.ts";
export { endWords, type PlanProgress } from "./diagram/picture/plan-picture.ts";
export { statusWords, stepMarks } from "./diagram/picture/step-mark.ts";
export { planOrder } from "./diagram/plan-order.ts";
export { planTree, type TreeRow } from "./diagram/plan-tree.ts";
export { renderMermaid } from "./diagram/render-mermaid.ts";
export { isDrawable, largestPicture, renderSvg } from "./diagram/render-svg.ts";
export type { SettingName } from "./diagram/settings.ts";
export { stepsOf } from "./diagram/steps-of.ts";
export { format } from "./format/format.ts";
export type { ApprovalState } from "./journal/approvals.ts";
export { type ChainReport, verifyChain } from "./journal/audit.ts";
export {
  type CrashPoint,
  crashPoint,
  crashPoints,
  executionCrashPoints,
  storeCrashPoints,
} from "./journal/crash-point.ts";
export { currentDriver, type Driver, isDead, type Liveness, livenessOf } from "./journal/driver-identity.ts";
export type { Event, EventBody, EventData, EventType, ToolLists } from "./journal/events.ts";
export { type PlanReplay, ReplayError, replayEvent, replayPlan, untouchedPlan } from "./journal/replay.ts";
export { applyChanges } from "./plan/apply.ts";
export type { Change, Effect, PlanEvent, Refusal, RefusalRule, StepChange, Transition } from "./plan/change.ts";
export { answeredCheckpoints, openCheckpoints } from "./plan/checkpoints.ts";
export { createPlan, type PlanSnapshot, restorePlan, snapshotOf } from "./plan/create-plan.ts";
export { isDone, type Obstacle, outcomeOf, type PlanOutcome } from "./plan/outcome.ts";
export type {
  Answer,
  Checkpoint,
  CheckpointReason,
  Choice,
  EdgeState,
  PlanDefinition,
  PlanEdge,
  PlanNode,
  SkipReason,
  StepOutput,
  StepState,
  StepStatus,
  StepType,
  ToolBlock,
} from "./plan/plan.ts";
export { PlanError } from "./plan/plan-error.ts";
export { nextReady, nodeOf, type Plan, type ReadonlyPlan, readySteps, stateOf } from "./plan/progress.ts";
export { transition } from "./plan/transition.ts";
export { builtFile } from "./process/built-file.ts";
export { type Capture, type CapturedOutput, captureOutput } from "./process/capture.ts";
export { type EndOptions, type EndReport, endProcess, sweepMarker } from "./process/end.ts";
export { addedEnvironment, type EnvironmentRequest, environmentOf, runMarkerName } from "./process/environment.ts";
export { enclosingRun, processesWithMarker } from "./process/marker.ts";
export {
  type Command,
  type Exit,
  type RunningProcess,
  type SpawnError,
  type SpawnErrorCode,
  type SpawnResult,
  spawnCommand,
} from "./process/spawn.ts";
export { openStore, type StoreOptions } from "./store/open-store.ts";
export { isOver } from "./store/run-status.ts";
export {
  type AnswerResult,
  type AnticipateResult,
  type Lease,
  LeaseLost,
  type NewRun,
  type RunRecord,
  type RunStatus,
  type RunSummary,
  type Store,
  type StoredPlan,
  StoreError,
  type StoreErrorCode,
} from "./store/store.ts";
export { duration } from "./text/duration.ts";
export { nearestName } from "./text/nearest-name.ts";
export { printable, printableLine } from "./text/printable.ts";
export { type Redaction, redaction } from "./text/redaction.ts";
export { findReferences, type Reference } from "./text/references.ts";
export { secretsAmong, secretsOfHeaders } from "./text/secrets.ts";
export {
  byteOffsetAt,
  type Place,
  type Position,
  positionAt,
  type Source,
  type SourceFile,
  type Span,
  sourceFile,
} from "./text/source-file.ts";
export { type BuiltInToolOptions, builtInTools } from "./tools/built-in-tools.ts";
export type { McpServer } from "./tools/mcp/configuration.ts";
export { type ServerStanding, standingOf } from "./tools/mcp/faults.ts";
export { type McpToolsOptions, mcpTools } from "./tools/mcp/mcp-tools.ts";
export { type McpServers, mcpServersOf } from "./tools/mcp/servers.ts";
export { withVariables } from "./tools/mcp/variables.ts";
export { readWorkspaceText } from "./tools/read-workspace-text.ts";
export {
  allCapabilities,
  type Capability,
  type Tool,
  type ToolCall,
  type ToolContext,
  type ToolFailure,
  type ToolOffer,
  type ToolResult,
} from "./tools/tool.ts";
export { ToolError, type ToolErrorCode } from "./tools/tool-error.ts";
export { findTool, type MissingTool, type ToolProvider } from "./tools/tool-provider.ts";
export { fillReferences, type ReferenceValues, resolveReference, type StepValue } from "./tools/values.ts";
export { resolveInWorkspace } from "./tools/workspace.ts";
export { type AttemptView, type NodeView, nodeViews } from "./views/node-view.ts";
export { type CheckpointView, type PlanView, planViews } from "./views/plan-view.ts";
export {
  type PermissionTally,
  permissionTally,
  type QuestionView,
  questionOf,
  type RunReport,
  runReport,
} from "./views/run-report.ts";
export type { StepView } from "./views/step-view.ts";
export { timeline, timelineLine } from "./views/timeline.ts";
