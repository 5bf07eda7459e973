import { GatewayError } from '@model-gateway/core';
import {
  emptyResponse,
  errorResponse,
  finishResponse,
  requestIdOf,
  type GatewayResponse,
} from '@model-gateway/core/http';
import { isDiagnostic } from '../diagnostics.ts';
import type { RuledRequest } from './ruled-request.ts';

/**
 * What becomes of a request that was kept waiting until its client left or its tenant was disposed,
 * which is nobody's fault. Undefined for every other error.
 */
export function endedResponse(
  thrown: unknown,
  ruled: Pick<RuledRequest, 'request'>,
): GatewayResponse | undefined {
  const { signal } = ruled.request;
  if (signal?.aborted !== true || thrown !== signal.reason) return undefined;
  // As the gateway has it: who left reads no answer, and its status is for journals.
  return isDiagnostic(thrown, 'GW1208') ? internalError(thrown, ruled) : emptyResponse(499);
}

/** A 500 that says what the error says, for errors that are the test's. */
export function internalError(
  { message }: Error,
  { request }: Pick<RuledRequest, 'request'>,
): GatewayResponse {
  const response = errorResponse(new GatewayError('internal', { message }), undefined);
  return finishResponse(request, response, requestIdOf(request));
}
