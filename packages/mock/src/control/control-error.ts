import { CatalogError, GatewayError, isGatewayError } from '@model-gateway/core';

/** The code that a diagnostic's message ends in. */
const CODE = /\[(GW1\d{3})\]$/;

/** Diagnostics about the state of the gateway rather than about the request. */
const CONFLICTS: ReadonlySet<string> = new Set([
  'GW1102',
  'GW1103',
  'GW1301',
  'GW1304',
  'GW1305',
  'GW1306',
  'GW1307',
  'GW1403',
  'GW1404',
  'GW1405',
  'GW1406',
  'GW1407',
  'GW1408',
  'GW1409',
]);

/**
 * Returns the answer for what a route threw: a diagnostic keeps its message, which says what to do,
 * with its code in the metadata. Anything else is a bug of ours and is returned unchanged.
 */
export function controlError(error: unknown): unknown {
  if (isGatewayError(error) || !(error instanceof Error)) return error;
  const { message } = error;
  if (error instanceof CatalogError) {
    return new GatewayError('invalidRequest', { message, cause: error });
  }
  const [, diagnostic] = CODE.exec(message) ?? [];
  if (diagnostic === undefined) return error;
  const name = CONFLICTS.has(diagnostic) ? 'conflict' : 'invalidRequest';
  return new GatewayError(name, { message, metadata: { diagnostic }, cause: error });
}
