import type { ErrorName } from '../../errors.ts';

/** The kind of each error of inference, in the words of the interface. Source: contract §12.7. */
export const ERROR_TYPES: Readonly<Record<ErrorName, string>> = {
  invalidRequest: 'invalid_request',
  missingAuthentication: 'authentication',
  invalidKey: 'authentication',
  insufficientCredits: 'payment_required',
  managementKeyRequired: 'permission_denied',
  inferenceKeyRequired: 'permission_denied',
  guardrailForbids: 'permission_denied',
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
