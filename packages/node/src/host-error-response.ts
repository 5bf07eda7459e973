import { jsonIn } from '@model-gateway/core/kit';
import {
  ERRORS,
  GatewayError,
  invalidRequest,
  isGatewayError,
  type ErrorName,
} from '@model-gateway/core';
import {
  placeOfJsonError,
  standalone,
  type GatewayHandler,
  type GatewayRequest,
  type GatewayResponse,
} from '@model-gateway/core/http';

/**
 * Builds the gateway's answer to a host error that the client caused: a body that the host's parser
 * refused, or any other error with a 4xx status. Undefined for every other error.
 *
 * With `handler`, the gateway itself answers a request whose body was refused, as if it had read the
 * body: it authenticates first, and counts and records the request.
 */
export async function hostErrorResponse(
  error: unknown,
  request: GatewayRequest,
  handler?: GatewayHandler,
): Promise<GatewayResponse | undefined> {
  const known = toGatewayError(error);
  if (known === undefined) return undefined;
  const response = isOfBody(error) ? await handler?.(withRefusedBody(request, known)) : undefined;
  return response ?? standalone(() => Promise.reject(known))(request);
}

/**
 * Returns whether a parser failed over the body alone. Whatever else the host refuses, such as a
 * signature that does not fit, the gateway must not answer in its place.
 */
function isOfBody(error: unknown): boolean {
  if (error instanceof SyntaxError) return true;
  if (typeof error !== 'object' || error === null || !('type' in error)) return false;
  return error.type === 'entity.parse.failed' || error.type === 'entity.too.large';
}

/** Members one by one, because adapters compute them on first use. */
function withRefusedBody(request: GatewayRequest, error: GatewayError): GatewayRequest {
  const { method, path, search, mount, headers, signal, onSent, hostRequest } = request;
  const body = { kind: 'bytes', read: () => Promise.reject(error) } as const;
  return { method, path, search, mount, headers, signal, onSent, hostRequest, body };
}

/** Members that http-errors and the body parsers put on their errors. */
interface HostError {
  readonly status?: unknown;
  readonly statusCode?: unknown;
  readonly type?: unknown;
  readonly message?: unknown;
  readonly expose?: unknown;
  readonly limit?: unknown;
  /** The malformed text, if the parser keeps it. */
  readonly body?: unknown;
}

function toGatewayError(thrown: unknown): GatewayError | undefined {
  if (isGatewayError(thrown)) return thrown;
  if (typeof thrown !== 'object' || thrown === null) return undefined;
  const error: HostError = thrown;
  const status = error.status ?? error.statusCode;
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined;
  // Errors of koa-bodyparser have no type.
  if (error.type === 'entity.parse.failed' || thrown instanceof SyntaxError) {
    return invalidRequest([{ path: 'body', message: parseProblem(error.body) }]);
  }
  const { limit } = error;
  return new GatewayError(nameOf(status), {
    ...(typeof error.message === 'string' && error.expose === true && status !== 413
      ? { message: error.message }
      : {}),
    ...(status === 413 && typeof limit === 'number' ? { metadata: { limit_bytes: limit } } : {}),
    cause: thrown,
  });
}

/**
 * Describes what is wrong with a body that a parser refused, without quoting the body or the
 * parser's message, which quotes it: the body may hold a secret.
 */
function parseProblem(body: unknown): string {
  if (typeof body !== 'string') return 'the body must be valid JSON';
  // Parsers also refuse some valid JSON: values that are not objects or could change prototypes.
  if (jsonIn(body) !== undefined) {
    return 'the body must be a JSON object without a member named __proto__';
  }
  const { line, column } = placeOfJsonError(body);
  return `the body must be valid JSON; parsing failed at line ${line}, column ${column}`;
}

/** Returns the first error of the table with this status, or a plain 400 if none has it. */
function nameOf(status: number): ErrorName {
  // The table's keys are its names.
  const names = Object.keys(ERRORS) as ErrorName[];
  return names.find((name) => ERRORS[name].status === status) ?? 'invalidRequest';
}
