import {
  isEgressError,
  isProviderFailure,
  ProviderFailure,
  type EgressError,
} from '@model-gateway/core';

/**
 * Turns an error of a call into what to throw: errors of the connection are classified, the
 * provider's own lose our key, and anything else is a bug and stays as it is.
 */
export function failureOfCall(error: unknown, apiKey: string): unknown {
  if (isEgressError(error)) return failureOfConnection(error);
  if (!isProviderFailure(error) || apiKey === '' || !error.message.includes(apiKey)) return error;
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
