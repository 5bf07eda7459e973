/** Returns the words of a header that lists them, separated by commas. */
export function listIn(header: string | undefined): readonly string[] {
  return (header ?? '').split(',').flatMap((word) => word.trim() || []);
}
