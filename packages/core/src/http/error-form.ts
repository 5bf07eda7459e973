import type * as v from 'valibot';
import type { ErrorName } from '../errors.ts';
import type { JsonObject } from '../json-value.ts';

/** How the errors of an operation look, where they do not have the envelope of contract §9. */
export interface ErrorForm {
  /** Its schema, for the interface's description; without one, that of the envelope. */
  readonly schema?: v.GenericSchema | undefined;
  /** Returns the JSON of an error. */
  write(error: ErrorFacts): object;
}

/** What an answer tells of an error. */
export interface ErrorFacts {
  readonly name: ErrorName;
  readonly status: number;
  readonly message: string;
  readonly metadata: JsonObject | undefined;
  /** What of the gateway stands beside the error. */
  readonly gatewayMetadata?: JsonObject | undefined;
  /** The caller's id, once authenticated. Source: contract §2.6. */
  readonly userId: string | undefined;
  /** Also the header `x-request-id`; undefined where the error is not the answer of a request. */
  readonly requestId: string | undefined;
}

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

/** Writes the error envelope. */
export function writeEnvelope({
  status,
  message,
  metadata,
  gatewayMetadata,
  userId,
}: Omit<ErrorFacts, 'name' | 'requestId'>): ErrorEnvelope {
  return {
    error: { code: status, message, ...(metadata === undefined ? {} : { metadata }) },
    ...(gatewayMetadata === undefined ? {} : { gateway_metadata: gatewayMetadata }),
    ...(userId === undefined ? {} : { user_id: userId }),
  };
}
