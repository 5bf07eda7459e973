import type { IncomingMessage } from 'node:http';
import { invalidRequest, type GatewayError } from '@model-gateway/core';

/**
 * Finds a transfer coding in a version of HTTP that has none: a proxy in front may not know it, and
 * take the body for the next request. Source: RFC 9112 §6.1.
 */
export function framingProblem(req: IncomingMessage): GatewayError | undefined {
  const { httpVersion } = req;
  // The version comes first, because node:http makes the headers only once they are read.
  if (httpVersion === '1.1' || req.headers['transfer-encoding'] === undefined) return undefined;
  const message = `transfer-encoding needs HTTP/1.1, got HTTP/${httpVersion}`;
  return invalidRequest([{ path: 'transfer-encoding', message }]);
}
