import { ERRORS, type FailureClass } from '@model-gateway/core';
import type { ServerSentEvent } from '@model-gateway/core/http';
import { errorOfStatus } from '../http/error-of-status.ts';

/** An error in the middle of a stream; by default the one for a provider that broke off. */
export interface StreamError {
  /** A status as in error answers; 502 by default. */
  readonly code?: number | undefined;
  /** By default what the gateway says for the code. */
  readonly message?: string | undefined;
  /** The failure of the provider; by default the one that leads to the code. */
  readonly type?: string | undefined;
}

const CAUSES: Readonly<Record<number, FailureClass>> = {
  413: 'too-large',
  429: 'rate-limited',
  502: 'server',
  524: 'timeout',
  529: 'overloaded',
};

/**
 * Returns the event with which the gateway reports an error after a stream has begun. Source:
 * contract §4.5.
 */
export function errorEvent({ code = 502, message, type }: StreamError = {}): ServerSentEvent {
  const { name, isListed } = errorOfStatus(code);
  const usual = ERRORS[isListed ? name : 'providerFailed'].message;
  const error = {
    message: message ?? usual,
    code: String(code),
    type: type ?? CAUSES[code] ?? 'server',
  };
  return { data: JSON.stringify({ type: 'error', error }) };
}
