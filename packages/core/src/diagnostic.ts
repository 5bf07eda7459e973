/** The explanation of a diagnostic code. */
export interface DiagnosticEntry {
  /** A few words, without a full stop. */
  readonly title: string;
  readonly explanation: string;
  /** What to do about it. */
  readonly fix: string;
}

/**
 * Returns an error that its reader can look up: the message ends in the code, which is also a
 * member.
 */
export function diagnosticError<Code extends string>(
  code: Code,
  message: string,
  options?: ErrorOptions,
): Error & { readonly code: Code } {
  return Object.assign(new Error(`${message} [${code}]`, options), { code });
}
