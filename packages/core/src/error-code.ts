/** Returns the code of an error of the system or of a driver, `ENOENT`; undefined where no text is. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
