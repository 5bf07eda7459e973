import { GatewayError } from '@model-gateway/core';
import {
  emptyResponse,
  errorResponse,
  finishResponse,
  requestIdOf,
  type GatewayResponse,
} from '@model-gateway/core/http';
import { isDiagnostic } from '../diagnostics.ts';
import { FINAL } from '../http/retry-headers.ts';
import type { RuleContext } from './rule-context.ts';

/**
 * Returns the response for a request that waited until its client left or its tenant was disposed,
 * which is not an error. Undefined for every other error.
 */
export function endedResponse(
  thrown: unknown,
  context: Pick<RuleContext, 'request'>,
): GatewayResponse | undefined {
  const { signal } = context.request;
  if (signal?.aborted !== true || thrown !== signal.reason) return undefined;
  // As the gateway has it: who left reads no answer, and its status is for journals.
  return isDiagnostic(thrown, 'GW1208') ? internalError(thrown, context) : emptyResponse(499);
}

/** A 500 that says what the error says, for errors that are the test's. */
export function internalError(
  { message }: Error,
  { request }: Pick<RuleContext, 'request'>,
): GatewayResponse {
  const response = errorResponse(
    new GatewayError('internal', { message, headers: FINAL }),
    undefined,
  );
  return finishResponse(request, response, requestIdOf(request));
}
