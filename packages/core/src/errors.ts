/**
 * Every error the gateway answers with: its status and its message. Source: contract §9; the second
 * 401 and 403 are contract §2.2 and §2.4, the third 403 is contract §6.3. Our own servers answer 408, 417 and 431 before any
 * operation runs (contract §1.7).
 */
export const ERRORS = {
  invalidRequest: { status: 400, message: 'Invalid request parameters' },
  missingAuthentication: { status: 401, message: 'Missing authentication header' },
  invalidKey: { status: 401, message: 'Invalid API key' },
  insufficientCredits: { status: 402, message: 'Insufficient credits' },
  managementKeyRequired: {
    status: 403,
    message: 'Only management keys can perform this operation',
  },
  inferenceKeyRequired: {
    status: 403,
    message: 'Management keys cannot perform this operation',
  },
  guardrailForbids: { status: 403, message: 'Forbidden by a guardrail' },
  notFound: { status: 404, message: 'Resource not found' },
  requestTimedOut: { status: 408, message: 'Request not complete in time' },
  conflict: { status: 409, message: 'Resource conflict, try again later' },
  payloadTooLarge: { status: 413, message: 'Request payload too large' },
  expectationFailed: { status: 417, message: 'Expectation not supported' },
  rateLimited: { status: 429, message: 'Rate limit exceeded' },
  headersTooLarge: { status: 431, message: 'Request headers too large' },
  internal: { status: 500, message: 'Internal server error' },
  providerFailed: { status: 502, message: 'Provider returned error' },
  /** What gateways answer, and clients try again. Source: contract §1.9. */
  unavailable: { status: 503, message: 'Service unavailable, try again later' },
  timedOut: { status: 524, message: 'Request timed out, try again later' },
  providerOverloaded: { status: 529, message: 'Provider returned error' },
} as const satisfies Record<string, { readonly status: number; readonly message: string }>;

/** The name of an error in `ERRORS`, for example `notFound`. */
export type ErrorName = keyof typeof ERRORS;

/**
 * One problem of a request: where it is, and a sentence with what is allowed and what was received.
 */
export interface RequestIssue {
  /** A query parameter's name, or a body member's path such as `config.baseUrl`. */
  readonly path: string;
  readonly message: string;
}

/** Options of `new GatewayError(name, options)`. */
export interface GatewayErrorOptions {
  /** Replaces the table's message. */
  readonly message?: string;
  /** Sent as `error.metadata`; never put a secret here. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Sent as `gateway_metadata`, beside `error`. */
  readonly gatewayMetadata?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

const BRAND = Symbol.for('@model-gateway/error');

/**
 * An error that becomes a response with its status. Its `code` is a name in `ERRORS`. Throw it in
 * operations, in implementations of ports, and in your own handlers; pure rules return outcomes.
 */
export class GatewayError extends Error {
  readonly code: ErrorName;
  readonly status: number;
  readonly metadata: Readonly<Record<string, unknown>> | undefined;
  readonly gatewayMetadata: Readonly<Record<string, unknown>> | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorName, options: GatewayErrorOptions = {}) {
    super(
      options.message ?? ERRORS[code].message,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.name = 'GatewayError';
    this.code = code;
    this.status = ERRORS[code].status;
    this.metadata = options.metadata;
    this.gatewayMetadata = options.gatewayMetadata;
    this.headers = options.headers ?? {};
    Object.defineProperty(this, BRAND, { value: true });
  }
}

/**
 * Returns whether `value` is a `GatewayError`, including one from another copy of this package (ESM
 * beside CJS).
 */
export function isGatewayError(value: unknown): value is GatewayError {
  return typeof value === 'object' && value !== null && BRAND in value;
}

/**
 * The most problems that a response lists; clients fix them in rounds anyway. Source: contract
 * §1.5.
 */
export const MOST_ISSUES = 100;

/**
 * Returns the 400 for a list of issues: the first in the message, the first 100 in
 * `metadata.issues`. `metadata.more_issues` counts the rest, and is left out when all were listed;
 * `more` counts issues that were found but not put into words. Source: contract §1.5.
 */
export function invalidRequest(issues: readonly RequestIssue[], more = 0): GatewayError {
  const [first] = issues;
  const listed = issues.slice(0, MOST_ISSUES);
  const others = issues.length - listed.length + more;
  return new GatewayError('invalidRequest', {
    message: `${ERRORS.invalidRequest.message}: ${first?.message ?? 'no details'}`,
    metadata: { issues: listed, ...(others > 0 && { more_issues: others }) },
  });
}

/** Returns a 409 that says why. */
export function conflictBecause(
  why: string,
  options: Omit<GatewayErrorOptions, 'message'> = {},
): GatewayError {
  return new GatewayError('conflict', { ...options, message: `Resource conflict: ${why}` });
}

/** The header of an error that the same request would get again. Source: contract §9. */
export const NO_RETRY = { 'x-should-retry': 'false' };
