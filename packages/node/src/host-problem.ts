import type { IncomingMessage } from 'node:http';
import { invalidRequest, type GatewayError } from '@model-gateway/core';

const HOST = 'host';

/**
 * Finds what is wrong with the Host headers of a request. With two, a proxy in front may act on one
 * and the gateway on the other. Source: RFC 9112 §3.2.
 */
export function hostProblem({
  rawHeaders,
  httpVersion,
}: IncomingMessage): GatewayError | undefined {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    if (name.length === HOST.length && name.toLowerCase() === HOST) count++;
  }
  if (count === 1 || (count === 0 && httpVersion === '1.0')) return undefined;
  const message = `a request must have one Host header, got ${count}`;
  return invalidRequest([{ path: HOST, message }]);
}
