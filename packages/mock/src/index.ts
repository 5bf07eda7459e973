export { createMockGateway } from './create-mock-gateway.ts';
export type { MockGateway, MockGatewayOptions } from './mock-gateway.ts';
export {
  startMockGateway,
  type CloseMockOptions,
  type RunningMockGateway,
  type StartMockGatewayOptions,
} from './start-mock-gateway.ts';
export {
  startRecorder,
  type RunningRecorder,
  type StartRecorderOptions,
} from './start-recorder.ts';
export { conversationRules } from './fixtures/conversation-rules.ts';
export type { FixtureOptions } from './fixtures/fixture-options.ts';
export type { MockTenant } from './tenant/mock-tenant.ts';
export type { ControlChoice, ControlOptions } from './control/control-options.ts';
export type { ForkOptions } from './tenant/fork.ts';
export type { NewTenantOptions } from './tenant/new-tenant-options.ts';
export type { PresetChoice, PresetName } from './presets/presets.ts';
export type { Strictness } from './journal/strictness.ts';
export type { TenantLimits } from './tenant/tenant-limits.ts';
export type { TenantOptions } from './tenant/options/tenant-options.ts';
export type { RateLimit } from './rate-limit.ts';
export type { TenantSnapshot } from './tenant/tenant-runtime.ts';
export { on, type RuleTemplate } from './rules/words/rule-template.ts';
export { ruleFromJson } from './rules/json/rule-from-json.ts';
export type { RuleJson } from './rules/json/rule-json-schema.ts';
export {
  call,
  fail,
  json,
  raw,
  reason,
  refuse,
  say,
  type AnswerPart,
  type ChatAnswer,
  type ChatFailure,
  type RawText,
} from './chat/answer-parts.ts';
export type { AnswerOptions, AnswerUsage, Pace } from './chat/answer-options.ts';
export type { ChatConditions, ChatPattern } from './chat/chat-pattern.ts';
export type { Conversation } from './chat/conversation.ts';
export { countTokens } from './chat/count-tokens.ts';
export type { FailureChoice, FailureName } from './chat/failures.ts';
export type { Cut } from './chat/pieces.ts';
export type { ChatFunction, ChatStep } from './rules/chat/chat-step.ts';
export type { ChatBuilder, ChatWords } from './rules/words/chat-builder.ts';
export type { RuleBuilder } from './rules/words/rule-builder.ts';
export type { RuleEffect } from './rules/rule-effect.ts';
export type { RuleHandle } from './rules/rule-handle.ts';
export type { Next, Rule } from './rules/rule.ts';
export type { RuleContext } from './rules/rule-context.ts';
export type { AnyOperation, OwnOperation } from './rules/operation-types.ts';
export type { RouteMethod, RouteName, TargetName } from './route-name.ts';
export type { AnyRequestPattern, RequestPattern } from './rules/request-pattern.ts';
export type { Contains, Pattern, Predicate, TextPattern } from './pattern.ts';
export type { TimesOption } from './rules/action.ts';
export type { EndOptions } from './rules/actions/end.ts';
export type { FailAlwaysOptions, FailOptions, FailureStatus } from './rules/actions/fail.ts';
export type { InjectedErrorOptions } from './rules/actions/injected-error.ts';
export type { RetryAfter } from './http/retry-headers.ts';
export type { RepliedRequest, Reply, ReplyEvents, ReplyFunction } from './rules/actions/reply.ts';
export type { ResponseFault, WireFault } from './rules/wire-fault.ts';
export type { Telemetry, TelemetryEntry } from './telemetry/telemetry.ts';
export type { Journal } from './journal/journal.ts';
export type {
  JournalEntry,
  JournaledAnswer,
  JournaledConversation,
  JournaledUsage,
} from './journal-entry.ts';
export type { Conversations } from './journal/conversations/conversations.ts';
export type { ExpectedCall, Thread } from './journal/conversations/thread.ts';
export type { JournalPattern } from './journal/criteria.ts';
export type { JournaledRequest, Requests, TokenLimits } from './journal/expectations/requests.ts';
export type { OperationNamed, RequestsName } from './journal/selection.ts';
export type { StreamEnd } from './journal-entry.ts';
export type { StreamProgress } from './journal-entry.ts';
export type { WaitOptions } from './journal/wait-until.ts';
export { createVirtualClock } from './clock/create-virtual-clock.ts';
export type { ClockChoice } from './clock/tenant-clock.ts';
export type {
  ClockMode,
  Duration,
  Moment,
  VirtualClock,
  VirtualClockOptions,
} from './clock/virtual-clock.ts';
export type {
  FixedLatency,
  Latency,
  LatencyFunction,
  LatencyName,
  LatencyStage,
  TimedStage,
} from './latency/latency.ts';
export type { LatencySpan, LatencyTimes } from './latency/latency-times.ts';
export type { HeldCall, HeldChat, HeldCompletion } from './chat/held-chat.ts';
export type { HeldStream, TextPhase } from './streams/held-stream.ts';
export type { StreamEnding } from './streams/endings.ts';
export type { EndingPlace, StreamEndOptions } from './streams/cut-stream.ts';
export type { StreamError } from './streams/stream-error.ts';
export type { MockKeyName } from './mock-keys.ts';
// So that a test needs one import.
export {
  assignment,
  destination,
  guardrail,
  member,
  model,
  type AssignmentSpec,
  type DestinationSpec,
  type GivenWorld,
  type GuardrailSpec,
  type ImageAbilities,
  type MemberSpec,
  type MockModel,
  type ModelSpec,
  type World,
  type WorldAccounts,
  type WorldSource,
} from '@model-gateway/worlds';
