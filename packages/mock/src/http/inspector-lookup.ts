import type { GatewayRequest } from '@model-gateway/core';

/**
 * Whether the inspector looks something up to show it, such as its list of models. What its user does,
 * such as drawing an image, is a request like any other.
 */
export function isInspectorLookup({ method, headers }: GatewayRequest): boolean {
  return method === 'GET' && headers['x-mock-inspector'] !== undefined;
}
