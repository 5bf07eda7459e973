import type { GuardedHttpClientOptions } from '@model-gateway/egress';

/** Allows the private addresses that an operator lists, by exact origin. */
export function allowOrigins(
  origins: readonly string[],
): NonNullable<GuardedHttpClientOptions['allow']> {
  const allowed = new Set(origins.map((origin) => new URL(origin).origin));
  return ({ protocol, hostname, port }) => {
    const host = hostname.includes(':') ? `[${hostname}]` : hostname;
    // Put together rather than parsed, because every request to such an address asks.
    const isUsual = port === (protocol === 'https:' ? 443 : 80);
    return allowed.has(`${protocol}//${host}${isUsual ? '' : `:${port}`}`);
  };
}
