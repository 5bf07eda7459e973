import { ERRORS, isGatewayError } from '../errors.ts';
import type { GatewayResponse } from '../http/message.ts';
import { jsonResponse } from '../http/respond.ts';

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
 * Returns the response to anything thrown. A `GatewayError` has its own status; everything else is
 * a bug and becomes a 500 with a fixed text, because its message may contain secrets.
 */
export function errorResponse(error: unknown, userId: string | undefined): GatewayResponse {
  const known = isGatewayError(error) ? error : undefined;
  const { status, message } = known ?? ERRORS.internal;
  const envelope: ErrorEnvelope = {
    error: {
      code: status,
      message,
      ...(known?.metadata === undefined ? {} : { metadata: known.metadata }),
    },
    ...(userId === undefined ? {} : { user_id: userId }),
  };
  return jsonResponse(envelope, { status, headers: known?.headers ?? {} });
}
