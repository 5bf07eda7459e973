import {
  isEgressError,
  isProviderFailure,
  ProviderFailure,
  type EgressError,
} from '@model-gateway/core';
import { withoutBeginning, withoutHost } from './safe-text.ts';

/** What no text of a provider may say. */
export interface Unsaid {
  /** Those that the call had. */
  readonly apiKeys: readonly string[];
  /** The host of its base URL, without the port. */
  readonly host: string;
}

/**
 * Turns an error of a call into what to throw: errors of the connection are classified, the
 * provider's own lose our key and its host, and anything else is a bug and stays as it is.
 */
export function failureOfCall(error: unknown, { apiKeys, host }: Unsaid): unknown {
  if (isEgressError(error)) return failureOfConnection(error);
  if (!isProviderFailure(error)) return error;
  const { failure, message, retryAfterMs } = error;
  const safe = withoutHost(apiKeys.reduce(withoutKey, message), host);
  return safe === message ? error : new ProviderFailure(failure, safe, { retryAfterMs });
}

/** A key may be several in one text, of which each is secret; shorter parts are no secrets. */
function withoutKey(message: string, apiKey: string): string {
  const parts = apiKey.split(':').filter((part) => part.length >= SHORTEST_PART);
  return [apiKey, ...parts].reduce(
    (text, part) => (part === '' ? text : withoutBeginning(text.replaceAll(part, '…'), part)),
    message,
  );
}

const SHORTEST_PART = 12;

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
