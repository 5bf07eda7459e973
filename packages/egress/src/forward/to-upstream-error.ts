import { GatewayError, isEgressError } from '@model-gateway/core';

/** Turns an error of the connection to an upstream into a 502 or a 524; others stay as they are. */
export function toUpstreamError(error: unknown): unknown {
  if (!isEgressError(error)) return error;
  const name = error.reason === 'connect-timeout' ? 'timedOut' : 'providerFailed';
  return new GatewayError(name, {
    message: `The upstream could not be reached: ${error.message}`,
    metadata: { reason: error.reason },
    cause: error,
  });
}
