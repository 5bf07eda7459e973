import { ERRORS, GatewayError } from '../errors.ts';
import type { ApiKey } from '../ports/key-store.ts';
import type { RefusedKey } from '../ports/request-record.ts';

/** Why a request goes no further than its credentials: an error for the client, the rest for records. */
export class Refusal {
  readonly error: GatewayError;
  /** Of a 401 for an invalid key. */
  readonly key: RefusedKey | undefined;

  constructor(error: GatewayError, key?: RefusedKey) {
    this.error = error;
    this.key = key;
  }
}

/** Created once, because each error captures a stack trace; one for all invalid keys (contract §2.2). */
const INVALID_KEY = unauthorized('invalidKey');

export const MISSING_AUTHENTICATION = new Refusal(unauthorized('missingAuthentication'));
export const TWO_KEYS = new Refusal(
  unauthorized(
    'invalidKey',
    'Invalid API key: authorization and x-api-key hold different keys; send one of them',
  ),
);
export const MALFORMED_KEY = new Refusal(new GatewayError('internal'));
export const UNKNOWN_KEY = new Refusal(
  INVALID_KEY,
  Object.freeze({ problem: 'unknown', key: undefined }),
);

/** Refuses a key that is known but not valid. */
export function refuseKey({ hash, label }: ApiKey, problem: RefusedKey['problem']): Refusal {
  const key = Object.freeze({ keyHash: hash, keyLabel: label });
  return new Refusal(INVALID_KEY, Object.freeze({ problem, key }));
}

function unauthorized(
  name: 'missingAuthentication' | 'invalidKey',
  message: string = ERRORS[name].message,
): GatewayError {
  return new GatewayError(name, { message, headers: { 'www-authenticate': 'Bearer' } });
}
