import type { GatewayRequest } from '@model-gateway/core/http';

/** Whether a browser asks for the inspector, rather than a program for the interface. */
export function wantsPage({ method, path, headers }: GatewayRequest): boolean {
  return method === 'GET' && path === '/' && headers['accept']?.includes('text/html') === true;
}
