import { hashKey } from '@model-gateway/core';
import type { GatewayHandler, Permission } from '@model-gateway/core';
import { keyOf } from '../http/key-of.ts';
import { withHeaders } from '../http/with-body.ts';
import type { MockKeyName } from '../mock-keys.ts';
import type { TenantRuntime } from './tenant-runtime.ts';

/** Answers as the tenant; an unknown key counts as the one of its keys that the operation admits. */
export function withAnyKey(tenant: TenantRuntime): GatewayHandler {
  const known = new Set(Object.values(tenant.keys));
  return async (request) => {
    const operation = tenant.targetOf(request);
    const key = keyOf(request);
    const isKnown = key === undefined || known.has(key) || tenant.hasKey(hashKey(key));
    if (isKnown) return tenant.answer(request, operation);
    const authorization = `Bearer ${tenant.keys[keyFor(operation?.definition?.permission)]}`;
    const headers = { ...request.headers, authorization };
    return tenant.answer(withHeaders(request, headers), operation);
  };
}

function keyFor(permission: Permission | undefined): MockKeyName {
  return permission === 'management' ? 'management' : 'inference';
}
