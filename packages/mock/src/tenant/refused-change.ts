import type { AnyOperation, GatewayError, GatewayRequest } from '@model-gateway/core';
import { foreignPage, isLoopback } from '@model-gateway/core/kit';
import { refused } from '../http/guarded.ts';

/**
 * Returns the 403 for a page from elsewhere that would change a destination while telemetry is
 * forwarded; undefined for any other request. Any page may use a mock, but what the mock sends has no
 * origin: it would reach programs of this machine that refuse pages, this mock's control among them.
 */
export function refusedChange(
  { id }: AnyOperation,
  { headers }: GatewayRequest,
): GatewayError | undefined {
  if (id !== 'updateDestination') return undefined;
  const page = foreignPage(headers, []);
  if (page === undefined || isOfThisMachine(page)) return undefined;
  return refused(
    'GW1003',
    `pages of ${page} may not change where this mock forwards telemetry to: serve the page from ` +
      'localhost, or change the destination from a program',
  );
}

function isOfThisMachine(page: string): boolean {
  return URL.canParse(page) && isLoopback(new URL(page).hostname.replace(/^\[(.*)\]$/, '$1'));
}
