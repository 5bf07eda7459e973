import type { JsonObject } from '../../json-value.ts';

const USUAL: ReadonlySet<unknown> = new Set(['auto', 'default', null, undefined]);

/**
 * Returns whether a request wants a tier of service that is not the usual one. It is left out and
 * reported: a tier has prices of its own, which no endpoint tells.
 */
export function hasTier({ service_tier: tier }: JsonObject): boolean {
  return !USUAL.has(tier);
}
