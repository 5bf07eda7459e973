import { EgressError, isEgressError } from '@model-gateway/core';
import { codeOf } from '@model-gateway/core/kit';

/**
 * Classifies a failure of the connection. Messages of Node and undici stay in `cause`: they may
 * contain addresses of our own network.
 */
export function toEgressError(error: unknown, host: string, wasDispatched: boolean): EgressError {
  if (isEgressError(error)) return error;
  switch (codeOf(error)) {
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      if (wasDispatched) break;
      return new EgressError(
        'connect-timeout',
        `${host} did not accept a connection in time.`,
        error,
      );
    case 'UND_ERR_INVALID_ARG':
    case 'UND_ERR_NOT_SUPPORTED':
      return new EgressError('invalid', 'The request has an invalid header.', error);
    default:
  }
  return wasDispatched
    ? new EgressError(
        'broken',
        `${host} closed the connection before its answer was complete.`,
        error,
      )
    : new EgressError('unreachable', `${host} could not be reached.`, error);
}
