/**
 * Prints an error that no host listens for: the default of `onError`. Without it a mistake in an
 * operation would be a 500 without a cause anywhere.
 */
export function printError(error: unknown): void {
  console.error(error);
}
