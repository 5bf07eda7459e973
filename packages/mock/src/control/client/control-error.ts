export interface ControlErrorOptions {
  readonly status: number;
  /** The code of the mock's diagnostic: `GW1301`. */
  readonly diagnostic: string | undefined;
}

/**
 * The error of a mock that refused a request: it was invalid, or an expectation failed. The message
 * is the mock's own.
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
