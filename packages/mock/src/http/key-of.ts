import type { GatewayRequest } from '@model-gateway/core/http';

const BEARER = /^bearer +(\S+)$/i;
/** Below whatever the mock is mounted at. */
const MESSAGES = /\/messages(?:\/count_tokens)?$/;

/** The key that a request carries; messages may have it in `x-api-key`. Source: contract §13.6. */
export function keyOf({
  headers,
  path,
}: Pick<GatewayRequest, 'headers' | 'path'>): string | undefined {
  const { authorization } = headers;
  if (authorization !== undefined) return BEARER.exec(authorization)?.[1];
  return MESSAGES.test(path) ? headers['x-api-key'] || undefined : undefined;
}
