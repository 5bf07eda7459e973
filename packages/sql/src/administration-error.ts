/** What an administrator asked for that cannot be done: the sentence says why and what to do. */
export class AdministrationError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'AdministrationError';
  }
}
