import { GatewayError } from '@model-gateway/core';
import type { GatewayHandler } from '@model-gateway/core/http';
import { nearestOperation } from './nearest-operation.ts';

/**
 * Throws a 404 that says which operation under `basePath` was probably meant; for the end of the
 * line, where nobody else could answer.
 */
export function nothingHere(basePath: string): GatewayHandler {
  return async ({ method, mount, path }) => {
    const whole = mount + path;
    const hint = nearestOperation(method, whole, basePath);
    const message = `Resource not found: ${method} ${whole} is not an operation of this gateway${hint}`;
    throw new GatewayError('notFound', { message });
  };
}
