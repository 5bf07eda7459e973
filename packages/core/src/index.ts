/** For hosts: the gateway, its stores, its image providers, and what they store and answer. */
export { createGateway, type Gateway } from './gateway.ts';
export type { GatewayOptions } from './gateway-options.ts';
export type { Authenticate } from './pipeline/identify.ts';
export {
  ERRORS,
  GatewayError,
  invalidRequest,
  isGatewayError,
  type ErrorName,
  type GatewayErrorOptions,
  type RequestIssue,
} from './errors.ts';

export type { GatewayHandler, GatewayRequest, GatewayResponse } from './http/message.ts';

export { ALL_OPERATIONS, OPERATIONS, type OperationId } from './operations/index.ts';
export { CONVERSATION_OPERATIONS, FACE_OPERATIONS } from './operations/face-operations.ts';
export { defineOperation, type OperationDefinition } from './operations/define-operation.ts';
export {
  standardSchema,
  type StandardResult,
  type StandardSchema,
} from './operations/standard-schema.ts';
export type {
  AnyOperation,
  BodyRule,
  Operation,
  OperationInput,
  Permission,
  Tag,
} from './operations/operation.ts';
export type { OperationContext } from './operations/operation-context.ts';
export type {
  GenerationFacts,
  GenerationStart,
  GenerationTrace,
} from './telemetry/generation-trace.ts';
export type { AttemptTrace } from './telemetry/attempt-trace.ts';

export {
  ModelSchema,
  type Benchmarks,
  type Model,
  type Reasoning,
  type ReasoningEffort,
} from './resources/model.ts';
export type { PriceOverride, Pricing } from './resources/pricing.ts';
export {
  CATEGORIES,
  ModelSignalsSchema,
  authorOf,
  type CatalogEntry,
  type Category,
  type ModelSignals,
} from './resources/catalog-entry.ts';
export type { JsonObject } from './json-value.ts';
export { SORT_ORDERS, type SortOrder } from './catalog/sort-orders.ts';
export {
  CATALOG_RULES,
  CatalogError,
  checkCatalog,
  type CatalogProblem,
  type CatalogReport,
} from './catalog/check.ts';
export { parseCatalog, type ParsedCatalog } from './catalog/parse-catalog.ts';
export { createCatalog, type Catalog, type CatalogOptions } from './create-catalog.ts';
export { CatalogIndex } from './catalog/catalog-index.ts';
export { ListModelsQuerySchema, type ListModelsQuery } from './catalog/query.ts';
export { selectModels, type Selection, type SelectionScope } from './catalog/select.ts';
export { pricesFor, type RequestPrices } from './catalog/price.ts';
export type { LinkOptions } from './catalog/links.ts';
export type { DialectName } from './dialect/dialect.ts';

export { remainingOf } from './accounts/budgets-of.ts';
export { limitsProblem, NO_LIMITS, toKeyLimits } from './accounts/key-limits.ts';
export { createApiKey, type ApiKeyOverrides } from './create-api-key.ts';
export { hashKey } from './secrets/hash-key.ts';
export type { RecordDetail, RequestObserver } from './ports/request-observer.ts';
export type {
  AttemptRecord,
  GenerationContent,
  GenerationRecord,
  RecordedCaller,
  GenerationTask,
  ImageOutput,
  RecordedKey,
  RecordedOutput,
  TextOutput,
  VectorOutput,
  RecordedProvider,
  RecordedUsage,
  RefusedKey,
  RefusedReference,
  RequestEnding,
  RequestRecord,
  TraceParent,
} from './ports/request-record.ts';
export { systemClock, type Clock } from './ports/clock.ts';
export type {
  ApiKey,
  KeyKind,
  KeyLimits,
  KeyListQuery,
  KeyRecord,
  KeyStore,
  KeyUpdate,
  LimitReset,
  WritableKeyStore,
} from './ports/key-store.ts';
export type { CatalogSnapshot, ModelStore } from './ports/model-store.ts';
export type {
  Budget,
  BudgetStore,
  Overspent,
  Spender,
  Spending,
  SpendingBook,
  SpendingWarning,
  Spent,
  Subject,
} from './ports/spending.ts';
export { createMemoryBudgetStore, type MemoryBudgetStore } from './memory/budget-store.ts';
export { createMemoryKeyStore, type MemoryKeyStore } from './memory/key-store.ts';
export { createMemoryModelStore, type MemoryModelStore } from './memory/model-store.ts';

export { DestinationSchema, type Destination, type FilterRules } from './resources/destination.ts';
export { MemberSchema, type Member } from './resources/member.ts';
export {
  GuardrailAssignmentSchema,
  type GuardrailAssignment,
} from './resources/guardrail-assignment.ts';
export {
  DESTINATION_KINDS,
  type ConfigForm,
  type ConfigMember,
  type ConfigMembers,
} from './destinations/kinds.ts';
export { replaceSecrets, type ConfigPath, type ReplaceSecret } from './destinations/secrets.ts';
export { maskDestination } from './destinations/mask.ts';
export { patchDestination, type PatchOutcome } from './destinations/patch.ts';
export type { OriginChange } from './destinations/origin-change.ts';
export { compileFilterRules, type FilterableRecord } from './destinations/filter-rules.ts';
export { isSampled, isSampledBy, samplingKey } from './destinations/sampling.ts';
export type { Page, PageRequest } from './ports/page.ts';
export type { DestinationFeed } from './ports/destination-feed.ts';
export type { DestinationStore, StoredDestination, Versioned } from './ports/destination-store.ts';
export type { ListStores } from './ports/list-stores.ts';
export type { MemberStore } from './ports/member-store.ts';
export type { GuardrailAssignmentStore } from './ports/guardrail-assignment-store.ts';
export type { AppliedGuardrail, Guardrail, GuardrailStore } from './ports/guardrail-store.ts';
export {
  createMemoryDestinationStore,
  type DestinationStoreContents,
  type MemoryDestinationStore,
} from './memory/destination-store.ts';
export {
  createMemoryMemberStore,
  type MemoryMemberStore,
  type StoredMember,
} from './memory/member-store.ts';
export {
  createMemoryGuardrailAssignmentStore,
  type MemoryGuardrailAssignmentStore,
} from './memory/guardrail-assignment-store.ts';
export {
  createMemoryGuardrailStore,
  type GuardrailOfKey,
  type MemoryGuardrails,
  type MemoryGuardrailStore,
} from './memory/guardrail-store.ts';

export type { BreakerOptions, BreakerReport } from './inference/attempts/breakers.ts';
export type { InferenceOptions } from './inference/service.ts';
export type { Provider } from './ports/provider.ts';
export { sniffImage } from './inference/fetching/sniff-image.ts';
export { decodeBase64, encodeBase64 } from './bytes/base64.ts';
export { parseCredits } from './money/credits.ts';
export {
  add as addDecimals,
  compare as compareDecimals,
  formatDecimal,
  parseDecimal,
  subtract as subtractDecimals,
  type Decimal,
} from './money/decimal.ts';
export type { CreditLedger, CreditTotals } from './ports/credit-ledger.ts';
export type { Reservation } from './ports/reservation.ts';
export type {
  EmbeddingAnswer,
  EmbeddingCall,
  EmbeddingBatch,
  EmbeddingContent,
  EmbeddingEndpoint,
  EmbeddingInput,
  EmbeddingJob,
  EmbeddingPart,
  EmbeddingProvider,
  EmbeddingUsage,
  Vector,
  VectorEncoding,
  VectorLengths,
} from './ports/embedding-provider.ts';
export type {
  RankedDocument,
  RerankAnswer,
  RerankDocument,
  RerankEndpoint,
  RerankJob,
  RerankProvider,
  RerankUsage,
  SearchUnit,
} from './ports/rerank-provider.ts';
export type { PricedEndpoint } from './ports/priced-endpoint.ts';
export { isStoreUnavailable, StoreUnavailableError } from './ports/store-unavailable.ts';
export type { MeterReading, RateMeter } from './ports/rate-meter.ts';
export { createMemoryRateMeter, type MemoryRateMeterOptions } from './memory/rate-meter.ts';
export type { RateDecision, RateLimiter } from './ports/rate-limiter.ts';
export type {
  IdempotencyClaim,
  IdempotencyStanding,
  IdempotencyStore,
} from './ports/idempotency-store.ts';
export type {
  Activity,
  ActivityQuery,
  ChargeItem,
  Generation,
  GenerationStore,
} from './ports/generation-store.ts';
export {
  createMemoryGenerationStore,
  type MemoryGenerationStore,
  type MemoryGenerationStoreOptions,
} from './memory/generation-store.ts';
export {
  createMemoryIdempotencyStore,
  type MemoryIdempotencyStoreOptions,
} from './memory/idempotency-store.ts';
export type {
  OutboxClaim,
  OutboxEntry,
  OutboxLease,
  TelemetryOutbox,
} from './ports/telemetry-outbox.ts';
export { createMemoryTelemetryOutbox } from './memory/telemetry-outbox.ts';
export {
  createMemoryCreditLedger,
  type MemoryCreditLedger,
  type SpentOnDay,
} from './memory/credit-ledger.ts';
export {
  createMemoryRateLimiter,
  type MemoryRateLimiter,
  type MemoryRateLimiterOptions,
} from './memory/rate-limiter.ts';
export type { RateWindow } from './memory/rate-windows.ts';
export { createManualClock, type ManualClock } from './memory/manual-clock.ts';
export type {
  ImageData,
  ImageEndpoint,
  ImageEvent,
  ImageEvents,
  ImageFormat,
  ImageJob,
  ImagePrice,
  PixelBounds,
  PixelLimits,
  PixelTable,
  ImageUnitPrice,
  PriceCondition,
  TokenPrice,
  ImageProvider,
  ReferenceImage,
} from './ports/image-provider.ts';
export { isProviderFailure, ProviderFailure, type FailureClass } from './ports/provider-failure.ts';
export type { AttemptContext } from './ports/attempt-context.ts';
export {
  EgressError,
  isEgressError,
  type HttpClient,
  type IncomingBody,
  type IncomingResponse,
  type OutgoingRequest,
  type PiecedRequest,
} from './ports/http-client.ts';
