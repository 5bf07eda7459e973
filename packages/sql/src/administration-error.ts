/**
 * A request of an administrator that cannot be carried out: the message says why and what to do.
 */
export class AdministrationError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'AdministrationError';
  }
}
