import { GatewayError, type GatewayResponse } from '@model-gateway/core';
import { errorResponse, type ErrorForm } from '@model-gateway/core/http';
import { RULE_HEADER } from '../rules/rule-header.ts';

/** Says in a 401 of the gateway whose key it was: most often a test mixed up those of two tenants. */
export function withKeyHint(
  response: GatewayResponse,
  hint: string | undefined,
  form: ErrorForm | undefined,
): GatewayResponse {
  const isRefusal = response.status === 401 && !(RULE_HEADER in response.headers);
  if (hint === undefined || !isRefusal) return response;
  const error = new GatewayError('invalidKey', { metadata: { hint } });
  const requestId = response.headers['x-request-id'];
  return { ...response, body: errorResponse(error, undefined, { form, requestId }).body };
}
