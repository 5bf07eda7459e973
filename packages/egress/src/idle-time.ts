/** Without a word from the server: shorter than the 5 s of Node and others. */
const UNSTATED_MS = 4000;

/** The longest time that a server can make us keep an idle connection. */
export const LONGEST_IDLE_MS = 60_000;

const TIMEOUT = /(?:^|[\s,;])timeout=(\d{1,6})(?!\d)/i;

/**
 * Returns how long a connection may be idle and still be given another request, in milliseconds, by
 * the `keep-alive` header of its last answer: half of what the server states. A server that closes
 * at that very moment has perhaps not seen a request that was just written, and perhaps has: a POST
 * must not be repeated then (RFC 9110 §9.2.2), so the moment is kept far away.
 */
export function idleTimeOf(keepAlive = ''): number {
  const [, seconds] = TIMEOUT.exec(keepAlive) ?? [];
  const statedMs = seconds === undefined ? 2 * UNSTATED_MS : Number(seconds) * 1000;
  return Math.min(statedMs / 2, LONGEST_IDLE_MS);
}
