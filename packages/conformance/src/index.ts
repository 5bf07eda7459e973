export { ADAPTER_CASES } from './adapters/adapter-cases.ts';
export {
  createAdapterSubject,
  FALL_THROUGH_BODY,
  hostErrorBody,
  PARSER_LIMIT_BYTES,
  type AdapterSubject,
  type HostFactory,
  type HostListener,
  type HostMiddleware,
  type HostOptions,
  type MountedHost,
} from './adapters/adapter-subject.ts';
export { within } from './adapters/within.ts';
export {
  bindSuite,
  type ConformanceCase,
  type FreshSubject,
  type SuiteBinding,
} from './conformance-case.ts';
export { CREDIT_LEDGER_CASES, type CreditLedgerSubject } from './ledger/credit-ledger-cases.ts';
export { BUDGET_STORE_CASES, type BudgetStoreSubject } from './stores/budget-store-cases.ts';
export { RATE_METER_CASES, type RateMeterSubject } from './limiter/rate-meter-cases.ts';
export { SPENDING_BOOK_CASES } from './ledger/spending-cases.ts';
export type { DisturbedUpstream } from './providers/upstream-cases.ts';
export { CHAT_PROVIDER_CASES, type ChatProviderSubject } from './providers/chat-provider-cases.ts';
export {
  IMAGE_PROVIDER_CASES,
  type ImageProviderSubject,
} from './providers/image-provider-cases.ts';
export {
  IDEMPOTENCY_STORE_CASES,
  type IdempotencyStoreSubject,
} from './idempotency/idempotency-store-cases.ts';
export { RATE_LIMITER_CASES, type RateLimiterSubject } from './limiter/rate-limiter-cases.ts';
export {
  DESTINATION_STORE_CASES,
  type DestinationStoreSubject,
} from './stores/destination-store/destination-store-cases.ts';
export {
  GENERATION_STORE_CASES,
  type GenerationStoreSubject,
} from './stores/generation-store-cases.ts';
export {
  GUARDRAIL_ASSIGNMENT_STORE_CASES,
  type GuardrailAssignmentStoreSubject,
} from './stores/guardrail-assignment-store-cases.ts';
export {
  GUARDRAIL_STORE_CASES,
  type GuardrailStoreSubject,
} from './stores/guardrail-store-cases.ts';
export {
  WRITABLE_KEY_STORE_CASES,
  type WritableKeyStoreSubject,
} from './stores/writable-key-store-cases.ts';
export { KEY_STORE_CASES, type KeyStoreSubject } from './stores/key-store-cases.ts';
export { MEMBER_STORE_CASES, type MemberStoreSubject } from './stores/member-store-cases.ts';
export { MODEL_STORE_CASES, type ModelStoreSubject } from './stores/model-store-cases.ts';
export {
  TELEMETRY_OUTBOX_CASES,
  type TelemetryOutboxSubject,
} from './stores/telemetry-outbox-cases.ts';
