/**
 * For authors of adapters and handlers: the messages between a host and a gateway, how they are
 * mounted, made, read and encoded.
 */
export type {
  GatewayHandler,
  GatewayRequest,
  GatewayResponse,
  RequestBody,
  ResponseBody,
  ServerSentEvent,
  UnreadBody,
} from './http/message.ts';
export { checkHandler } from './http/check-handler.ts';
export { firstOf, mountAt } from './http/mount.ts';
export { standalone } from './pipeline/standalone.ts';
export { malformedPathResponse } from './pipeline/malformed-path.ts';

export { bytesResponse, emptyResponse, eventsResponse, jsonResponse } from './http/respond.ts';
export type { ErrorEnvelope, ErrorFacts, ErrorForm } from './http/error-form.ts';
export { errorResponse, type ErrorResponseOptions } from './pipeline/error-response.ts';
export { finishResponse, requestIdOf } from './pipeline/finish.ts';
export { isNotModified } from './http/conditional.ts';
export { Arrivals, arrivalsOf, NO_MORE } from './http/arrivals.ts';
export { withEnding } from './http/ending.ts';
export { withCors, type AllowedOrigins, type CorsOptions } from './pipeline/cors.ts';

export { encodeEvent, encodeResponse, type EncodedResponse } from './http/encode.ts';
export { ByteLimit } from './bytes/byte-limit.ts';
export { ByteCollector } from './bytes/collect-bytes.ts';
export { concatenate } from './bytes/concatenate.ts';
export { Slab } from './bytes/slab.ts';
export { placeOfJsonError, type Place } from './input/json-error.ts';
