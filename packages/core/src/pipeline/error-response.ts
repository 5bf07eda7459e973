import { ERRORS, GatewayError, isGatewayError, type ErrorName, NO_RETRY } from '../errors.ts';
import { writeEnvelope, type ErrorForm } from '../http/error-form.ts';
import { checkOptions, type OptionTable } from '../input/check-options.ts';
import { ANY_TEXT, withMethods } from '../input/value-rule.ts';
import type { GatewayResponse } from '../http/message.ts';
import { jsonResponse } from '../http/respond.ts';
import { isStoreUnavailable } from '../ports/store-unavailable.ts';

/** In which form an error is answered. */
export interface ErrorResponseOptions {
  readonly requestId?: string | undefined;
  /** The envelope by default. */
  readonly form?: ErrorForm | undefined;
}

/**
 * Returns the response to anything thrown. A `GatewayError` has its own status; a store that cannot
 * answer now becomes a 503 (contract §1.9); everything else is a bug and becomes a 500 with a fixed
 * text, because its message may contain secrets. Throws a `TypeError` for options that it does not
 * have.
 */
export function errorResponse(
  error: unknown,
  userId: string | undefined,
  options: ErrorResponseOptions = {},
): GatewayResponse {
  checkOptions('errorResponse', options, OPTIONS);
  const { requestId, form = ENVELOPE } = options;
  const thrown = isStoreUnavailable(error) ? UNAVAILABLE : error;
  const known = isGatewayError(thrown) ? thrown : undefined;
  const { status, message } = known ?? ERRORS.internal;
  const name = known?.code ?? 'internal';
  const { metadata, gatewayMetadata } = known ?? {};
  const facts = { name, status, message, metadata, gatewayMetadata, userId, requestId };
  const json = form.write(facts);
  const retry = known !== undefined && FINAL.includes(known.code) ? NO_RETRY : {};
  return jsonResponse(json, { status, headers: { ...retry, ...known?.headers } });
}

/** What the same request gets again, so that a client need not send it. Source: contract §9. */
const FINAL: readonly ErrorName[] = [
  'invalidRequest',
  'missingAuthentication',
  'invalidKey',
  'insufficientCredits',
  'managementKeyRequired',
  'inferenceKeyRequired',
  'guardrailForbids',
  'notFound',
  'payloadTooLarge',
];

const OPTIONS: OptionTable<ErrorResponseOptions> = {
  requestId: ANY_TEXT,
  form: withMethods('an error form', 'write'),
};

const ENVELOPE: ErrorForm = { write: writeEnvelope };

/** Made once, because an error gathers a stack trace when it is made. */
const UNAVAILABLE = new GatewayError('unavailable', { headers: { 'retry-after': '1' } });
