import type { GatewayRequest } from '@model-gateway/core/http';

const BEARER = /^bearer +(\S+)$/i;

/** The key that a request carries. */
export function keyOf({ headers }: GatewayRequest): string | undefined {
  return BEARER.exec(headers['authorization'] ?? '')?.[1];
}
