/** Returns the UTC day of a moment in milliseconds since the Unix epoch, `YYYY-MM-DD`. */
export function utcDay(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
