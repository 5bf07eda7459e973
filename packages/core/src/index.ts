export { createGateway, type Gateway, type GatewayOptions } from './gateway.ts';
export {
  ERRORS,
  GatewayError,
  invalidRequest,
  isGatewayError,
  type ErrorName,
  type GatewayErrorOptions,
  type RequestIssue,
} from './errors.ts';

export type {
  GatewayHandler,
  GatewayRequest,
  GatewayResponse,
  RequestBody,
  ResponseBody,
  ServerSentEvent,
} from './http/message.ts';
export { encodeEvent, encodeResponse, type EncodedResponse } from './http/encode.ts';
export { concatenate } from './http/concatenate.ts';
export { ByteCollector } from './http/collect-bytes.ts';
export { firstOf, mountAt } from './http/mount.ts';
export { bytes, empty, json } from './http/respond.ts';
export { errorResponse, type ErrorEnvelope } from './pipeline/error-response.ts';

export { standalone } from './pipeline/standalone.ts';

export { OPERATIONS, type OperationId } from './operations/index.ts';
export type { Operation, Permission } from './operations/define-operation.ts';

export {
  ModelSchema,
  type Benchmarks,
  type Model,
  type PriceOverride,
  type Pricing,
  type Reasoning,
  type ReasoningEffort,
} from './resources/model.ts';
export {
  CATEGORIES,
  ModelSignalsSchema,
  authorOf,
  type CatalogEntry,
  type Category,
  type ModelSignals,
} from './catalog/entry.ts';
export { SORT_ORDERS, type SortOrder } from './catalog/sort-orders.ts';
export { CatalogError, type CatalogReport } from './catalog/check.ts';
export { parseCatalog, type ParsedCatalog } from './catalog/parse-catalog.ts';
export { CatalogIndex } from './catalog/catalog-index.ts';
export { ListModelsQuerySchema, type ListModelsQuery } from './catalog/query.ts';
export { selectModels, type Selection, type SelectionScope } from './catalog/select.ts';
export { pricesFor, type RequestPrices } from './catalog/price.ts';
export type { LinkOptions } from './catalog/links.ts';
export type { DialectName } from './dialect/dialect.ts';

export { hashKey } from './pipeline/authenticate.ts';
export { systemClock, type Clock } from './ports/clock.ts';
export type { ApiKey, KeyKind, KeyStore } from './ports/key-store.ts';
export type { CatalogSnapshot, ModelStore } from './ports/model-store.ts';
export { createMemoryKeyStore, type MemoryKeyStore } from './memory/key-store.ts';
export { createMemoryModelStore, type MemoryModelStore } from './memory/model-store.ts';
