import { ERRORS, GatewayError, type ErrorName } from '../../../errors.ts';
import type { JsonObject } from '../../../json-value.ts';

/** An error inside a stream. Its code is a number, because clients refuse words. */
export interface WrittenError {
  readonly code: number;
  readonly message: string;
  /** Always has an `error_type`, without which clients refuse the frame. */
  readonly metadata: JsonObject & { readonly error_type: string };
}

/** The kind of each error, in the words of the interface. Source: contract §12.7. */
const ERROR_TYPES: Readonly<Record<ErrorName, string>> = {
  invalidRequest: 'invalid_request',
  missingAuthentication: 'authentication',
  invalidKey: 'authentication',
  insufficientCredits: 'payment_required',
  managementKeyRequired: 'permission_denied',
  inferenceKeyRequired: 'permission_denied',
  notFound: 'not_found',
  requestTimedOut: 'timeout',
  conflict: 'precondition_failed',
  payloadTooLarge: 'payload_too_large',
  expectationFailed: 'precondition_failed',
  rateLimited: 'rate_limit_exceeded',
  headersTooLarge: 'payload_too_large',
  internal: 'server',
  providerFailed: 'provider_unavailable',
  unavailable: 'provider_overloaded',
  timedOut: 'timeout',
  providerOverloaded: 'provider_overloaded',
};

/** Writes an error for a frame of a stream. */
export function writeError(
  name: ErrorName,
  message: string,
  metadata: JsonObject = {},
): WrittenError {
  return {
    code: ERRORS[name].status,
    message,
    metadata: { error_type: ERROR_TYPES[name], ...metadata },
  };
}

/** Returns the error with its kind in the metadata, as those inside a stream have it. */
export function withErrorType(error: GatewayError): GatewayError {
  const { code, message, headers } = error;
  const metadata = { error_type: ERROR_TYPES[code], ...error.metadata };
  return new GatewayError(code, { message, metadata, headers, cause: error });
}
