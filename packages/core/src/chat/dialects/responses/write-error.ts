import type { ErrorName, GatewayError } from '../../../errors.ts';
import { writeEnvelope, type ErrorForm } from '../../../http/error-form.ts';
import type { JsonObject } from '../../../json-value.ts';
import { ResponseErrorSchema } from '../../../resources/response.ts';
import { ERROR_TYPES } from '../error-type.ts';

/** The envelope of every error, with its kind in the metadata and beside it. Source: contract §14.4. */
export const ERROR_FORM: ErrorForm = {
  schema: ResponseErrorSchema,
  write(error) {
    const type = ERROR_TYPES[error.name];
    const metadata = { error_type: type, ...error.metadata };
    return { ...writeEnvelope({ ...error, metadata }), error_type: type };
  },
};

/** The words of the interface for what ends a stream; all others are the server's. */
const CODES: Readonly<Partial<Record<ErrorName, string>>> = {
  invalidRequest: 'invalid_prompt',
  payloadTooLarge: 'invalid_prompt',
  rateLimited: 'rate_limit_exceeded',
};

/** Returns the members of a response that failed. Source: contract §14.4. */
export function writeFailure({ code, message }: GatewayError): JsonObject {
  const error = { code: CODES[code] ?? 'server_error', message };
  return { error, error_type: ERROR_TYPES[code] };
}
