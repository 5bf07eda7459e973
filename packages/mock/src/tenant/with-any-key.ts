import {
  findOperation,
  OPERATIONS,
  type GatewayHandler,
  type GatewayRequest,
} from '@model-gateway/core';
import type { Tenant } from './tenant.ts';

/** A key that is not the tenant's is taken for the one of its keys that the operation admits. */
export function withAnyKey(tenant: Tenant): GatewayHandler {
  const known = new Set(Object.values(tenant.keys));
  return async (request) => {
    const key = keyOf(request);
    if (key === undefined || known.has(key)) return tenant.handle(request);
    const id = findOperation(request.method, request.path)?.id;
    const operation = OPERATIONS.find((candidate) => candidate.id === id);
    const name = operation?.permission === 'management' ? 'management' : 'inference';
    const authorization = `Bearer ${tenant.keys[name]}`;
    return tenant.handle({ ...request, headers: { ...request.headers, authorization } });
  };
}

const BEARER = /^bearer +(\S+)$/i;

/** The key that a request carries. */
export function keyOf({ headers }: GatewayRequest): string | undefined {
  return BEARER.exec(headers['authorization'] ?? '')?.[1];
}
