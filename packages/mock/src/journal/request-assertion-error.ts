export interface RequestAssertion {
  readonly message: string;
  readonly actual: unknown;
  readonly expected: unknown;
}

/**
 * The error of an expectation on requests. Test runners treat it like one of node:assert: they show
 * the difference between `expected` and `actual`.
 */
export class RequestAssertionError extends Error {
  readonly code = 'ERR_ASSERTION';
  readonly generatedMessage = false;
  readonly actual: unknown;
  readonly expected: unknown;
  readonly operator: string;

  constructor({ message, actual, expected }: RequestAssertion, { operator, frames }: Call) {
    super(message);
    this.name = 'AssertionError';
    this.actual = actual;
    this.expected = expected;
    this.operator = operator;
    if (frames !== '') this.stack = `${this.name} [${this.code}]: ${message}${frames}`;
  }
}

/** A call of an expectation, as its error names it. */
export interface Call {
  readonly operator: string;
  /** The place in the test, as the last lines of a stack; `''` in engines without one. */
  readonly frames: string;
}

export type AnyMethod = (...args: never[]) => unknown;

/**
 * Returns the place where `method` was called; call it within `method`, before the first `await`.
 */
export function callOf(method: AnyMethod): Call {
  const holder: { readonly stack?: string } = {};
  Error.captureStackTrace?.(holder, method);
  const { stack = '' } = holder;
  const end = stack.indexOf('\n');
  return { operator: method.name, frames: end === -1 ? '' : stack.slice(end) };
}
