import { OPERATIONS } from '@model-gateway/core';
import type { GatewayHandler, GatewayRequest } from '@model-gateway/core/http';
import { findOperation } from '@model-gateway/core/kit';
import { keyOf } from '../http/key-of.ts';
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
    const headers = { ...request.headers, authorization };
    return tenant.handle(withHeaders(request, headers));
  };
}

/** Accessors, because adapters compute these on first use; a spread would lose those of a class. */
function withHeaders(request: GatewayRequest, headers: GatewayRequest['headers']): GatewayRequest {
  const { method, path, search, mount } = request;
  return {
    method,
    path,
    search,
    mount,
    headers,
    get body() {
      return request.body;
    },
    get signal() {
      return request.signal;
    },
  };
}
