export interface ControlErrorOptions {
  readonly status: number;
  /** The code of the mock's diagnostic: `GW1301`. */
  readonly diagnostic: string | undefined;
}

/**
 * What the mock answered instead of doing what it was told: something was wrong with it, or an
 * expectation did not hold. The message is the mock's own.
 */
export class ControlError extends Error {
  readonly status: number;
  readonly diagnostic: string | undefined;

  constructor(message: string, { status, diagnostic }: ControlErrorOptions) {
    super(message);
    this.name = 'ControlError';
    this.status = status;
    this.diagnostic = diagnostic;
  }
}
