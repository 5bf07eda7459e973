import {
  isEgressError,
  isProviderFailure,
  ProviderFailure,
  type EgressError,
} from '@model-gateway/core';

/**
 * What an error of a call means for the client: the connection's errors by what happened, the
 * provider's own without our key, and anything else as it is, because it is a bug.
 */
export function failureOfCall(error: unknown, apiKey: string): unknown {
  if (isEgressError(error)) return failureOfConnection(error);
  if (!isProviderFailure(error) || !error.message.includes(apiKey)) return error;
  const { failure, message, retryAfterMs } = error;
  return new ProviderFailure(failure, message.replaceAll(apiKey, '…'), { retryAfterMs });
}

function failureOfConnection(cause: EgressError): ProviderFailure {
  switch (cause.reason) {
    case 'connect-timeout':
      return new ProviderFailure('timeout', 'it accepted no connection in time', { cause });
    case 'unreachable':
      return new ProviderFailure('server', 'it could not be reached', { cause });
    case 'broken':
      return new ProviderFailure('server', 'it broke off', { cause });
    case 'refused':
    case 'invalid':
    case 'redirects':
      return new ProviderFailure('server', 'its address may not be called', { cause });
  }
}
