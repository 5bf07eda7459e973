import { GatewayError } from '@model-gateway/core';
import type { GatewayHandler, GatewayRequest } from '@model-gateway/core/http';
import { whatToDo, type NearbyGateway } from './nearest-operation.ts';

/** Throws the 404 of `notHere`; for the end of the chain, where no other handler follows. */
export function nothingHere(gateway: NearbyGateway): GatewayHandler {
  return async (request) => {
    throw notHere(request, gateway);
  };
}

/** Returns the 404 for a request that nothing handles, which names the gateway's nearest operation. */
export function notHere(
  { method, mount, path }: GatewayRequest,
  gateway: NearbyGateway,
): GatewayError {
  const whole = mount + path;
  const hint = pageHint(whole, gateway) || whatToDo(method, whole, gateway);
  const message = `Resource not found: ${method} ${whole} is not an operation of this gateway${hint}`;
  return new GatewayError('notFound', { message });
}

/** The base path and its pages are what people type into a browser first. */
function pageHint(path: string, { basePath }: NearbyGateway): string {
  const page = path.replace(/\/+$/, '');
  return [basePath, `${basePath}/docs`, '/docs'].includes(page)
    ? '; GET /docs is a page that describes it'
    : '';
}
