import { ERRORS, GatewayError, isGatewayError, type ErrorName } from '../errors.ts';
import type { GatewayResponse } from '../http/message.ts';
import { jsonResponse } from '../http/respond.ts';
import { isStoreUnavailable } from '../ports/store-unavailable.ts';

/** The error envelope. Source: contract §9. */
export interface ErrorEnvelope {
  readonly error: {
    /** Equals the HTTP status. */
    readonly code: number;
    readonly message: string;
    readonly metadata?: Readonly<Record<string, unknown>> | null;
  };
  readonly gateway_metadata?: Readonly<Record<string, unknown>> | null;
  /** The caller's id, once authenticated (contract §2.6). */
  readonly user_id?: string | null;
}

/**
 * Returns the response to anything thrown. A `GatewayError` has its own status; a store that cannot
 * answer now becomes a 503 (contract §1.9); everything else is a bug and becomes a 500 with a fixed
 * text, because its message may contain secrets.
 */
export function errorResponse(error: unknown, userId: string | undefined): GatewayResponse {
  const known = isStoreUnavailable(error) ? UNAVAILABLE : knownError(error);
  const { status, message } = known ?? ERRORS.internal;
  const envelope: ErrorEnvelope = {
    error: {
      code: status,
      message,
      ...(known?.metadata === undefined ? {} : { metadata: known.metadata }),
    },
    ...(userId === undefined ? {} : { user_id: userId }),
  };
  const retry = known !== undefined && isFinal(known.code) ? { 'x-should-retry': 'false' } : {};
  return jsonResponse(envelope, { status, headers: { ...retry, ...known?.headers } });
}

/** What the same request gets again, so that a client need not send it. Source: contract §9. */
const FINAL: readonly ErrorName[] = [
  'invalidRequest',
  'missingAuthentication',
  'invalidKey',
  'insufficientCredits',
  'managementKeyRequired',
  'inferenceKeyRequired',
  'notFound',
  'payloadTooLarge',
];

function isFinal(name: ErrorName): boolean {
  return FINAL.includes(name);
}

/** Made once, because an error gathers a stack trace when it is made. */
const UNAVAILABLE = new GatewayError('unavailable', { headers: { 'retry-after': '1' } });

function knownError(error: unknown): GatewayError | undefined {
  return isGatewayError(error) ? error : undefined;
}
