import { GatewayError } from '@model-gateway/core';
import type { GatewayHandler } from '@model-gateway/core/http';
import { nearestOperation, type NearbyGateway } from './nearest-operation.ts';

/**
 * Throws a 404 that names the nearest operation of the gateway; for the end of the chain, where
 * no other handler follows.
 */
export function nothingHere(gateway: NearbyGateway): GatewayHandler {
  return async ({ method, mount, path }) => {
    const whole = mount + path;
    const hint = nearestOperation(method, whole, gateway) || pageHint(whole, gateway);
    const message = `Resource not found: ${method} ${whole} is not an operation of this gateway${hint}`;
    throw new GatewayError('notFound', { message });
  };
}

/** The base path and its pages are what people type into a browser first. */
function pageHint(path: string, { basePath }: NearbyGateway): string {
  const page = path.replace(/\/+$/, '');
  return [basePath, `${basePath}/docs`, '/docs'].includes(page)
    ? '; GET /docs is a page that describes it'
    : '';
}
