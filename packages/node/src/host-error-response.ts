import {
  ERRORS,
  GatewayError,
  invalidRequest,
  isGatewayError,
  placeOfJsonError,
  standalone,
  type ErrorName,
  type GatewayRequest,
  type GatewayResponse,
} from '@model-gateway/core';

/**
 * The gateway's answer to an error of the host that was the client's fault: a body that the host's
 * parser refused, or any other error with a 4xx status. Undefined for every other error.
 */
export async function hostErrorResponse(
  error: unknown,
  request: GatewayRequest,
): Promise<GatewayResponse | undefined> {
  const known = toGatewayError(error);
  if (known === undefined) return undefined;
  const answer = standalone(() => Promise.reject(known));
  return answer(request);
}

/** What http-errors and the body parsers put on their errors. */
interface HostError {
  readonly status?: unknown;
  readonly statusCode?: unknown;
  readonly type?: unknown;
  readonly message?: unknown;
  readonly expose?: unknown;
  readonly limit?: unknown;
  /** The text that is no JSON, where the parser keeps it. */
  readonly body?: unknown;
}

function toGatewayError(thrown: unknown): GatewayError | undefined {
  if (isGatewayError(thrown)) return thrown;
  if (typeof thrown !== 'object' || thrown === null) return undefined;
  const error: HostError = thrown;
  const status = error.status ?? error.statusCode;
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined;
  // koa-bodyparser's have no type.
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
 * What is wrong with a body that a parser refused, without a word of it or of the parser's message,
 * which quotes it: it may hold a secret.
 */
function parseProblem(body: unknown): string {
  if (typeof body !== 'string') return 'the body must be valid JSON';
  if (isJson(body)) return 'the body must be a JSON object without a member named __proto__';
  const { line, column } = placeOfJsonError(body);
  return `the body must be valid JSON; it is not at line ${line}, column ${column}`;
}

/** Parsers refuse valid JSON too: what is no object, and what could change prototypes. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The first error of the table with this status; a status that is not in it becomes a plain 400. */
function nameOf(status: number): ErrorName {
  // The table's keys are its names.
  const names = Object.keys(ERRORS) as ErrorName[];
  return names.find((name) => ERRORS[name].status === status) ?? 'invalidRequest';
}
