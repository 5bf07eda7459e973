/** `31 ms`, `2.4 s`, `3 min 20 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  const minutes = Math.floor(milliseconds / 60_000);
  return `${minutes} min ${Math.round((milliseconds % 60_000) / 1000)} s`;
}

/** `14:02:31.123` of an ISO 8601 time, in UTC as the mock's logs have it. */
export function timeOfDay(iso: string): string {
  return iso.slice(11, 23);
}

/** `1.4 MB` */
export function byteCount(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000
    ? `${(bytes / 1000).toFixed(1)} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** `131K`, `1M`, `1.05M` */
export function tokenCount(tokens: number): string {
  return tokens < 1_000_000
    ? `${Math.round(tokens / 1000)}K`
    : `${Number((tokens / 1_000_000).toFixed(2))}M`;
}
