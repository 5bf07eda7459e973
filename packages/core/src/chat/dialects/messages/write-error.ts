import type { ErrorName } from '../../../errors.ts';
import type { ErrorFacts, ErrorForm } from '../../../http/error-form.ts';
import { isJsonObject, type JsonObject } from '../../../json-value.ts';
import { present } from '../../../present.ts';
import { MessageErrorSchema } from '../../../resources/message.ts';
import { ERROR_TYPES } from '../error-type.ts';

/** The word of messages for each status. Source: contract §13.4. */
const TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  408: 'timeout_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  502: 'api_error',
  503: 'overloaded_error',
  524: 'timeout_error',
  529: 'overloaded_error',
};

/** Writes the error of an answer, or of a stream that broke. */
export function writeError({
  code,
  status,
  message,
}: {
  readonly code: ErrorName;
  readonly status: number;
  readonly message: string;
}): JsonObject {
  const type = TYPES[status] ?? 'invalid_request_error';
  return { type, message, error_type: ERROR_TYPES[code] };
}

/** The member of a request for what needs a memory between requests. */
export const THREAD = 'thread';

/** By this the official client's loop over tools sends whole conversations from then on. */
const UNSUPPORTED_THREAD = { error_code: 'thread_unsupported_request', unsupported: [THREAD] };

function detailsOf(metadata: JsonObject | undefined): JsonObject | undefined {
  const issues = metadata?.['issues'];
  const isOfThread =
    Array.isArray(issues) && issues.some((one) => isJsonObject(one) && one['path'] === THREAD);
  return isOfThread ? UNSUPPORTED_THREAD : undefined;
}

/** Errors as clients of messages read them. Source: contract §13.4. */
export const ERROR_FORM: ErrorForm = {
  schema: MessageErrorSchema,
  write: ({ name, status, message, metadata, gatewayMetadata, requestId }: ErrorFacts) => ({
    type: 'error',
    error: {
      ...writeError({ code: name, status, message }),
      ...present({ details: detailsOf(metadata) }),
    },
    request_id: requestId ?? null,
    ...present({ metadata, gateway_metadata: gatewayMetadata }),
  }),
};
