/** Returns a whole number of a row, which PostgreSQL's driver returns as text. */
export function wholeOrNull(value: number | string | null): number | null {
  return value === null ? null : Number(value);
}
