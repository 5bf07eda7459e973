import { kindOf } from '../input/quote.ts';
import type { GatewayHandler } from './message.ts';

/**
 * Returns the handler. Throws a `TypeError` for anything else, above all for a gateway in place of
 * its `handle`: without types that is noticed with the first request.
 */
export function checkHandler(handler: GatewayHandler): GatewayHandler {
  // Plain JavaScript may pass anything.
  const given: unknown = handler;
  if (typeof given === 'function') return handler;
  const isGateway = typeof given === 'object' && given !== null && 'handle' in given;
  throw new TypeError(
    isGateway
      ? 'expected a handler, got a gateway: pass gateway.handle'
      : `expected a handler such as gateway.handle, got ${kindOf(given)}`,
  );
}
