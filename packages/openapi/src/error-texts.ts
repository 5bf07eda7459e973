import type { ErrorName } from '@model-gateway/core';
import type { ErrorTexts } from './error-responses.ts';

const attempts = [{ provider: 'acme', class: 'server', ms: 812 }];

/** Errors of unauthenticated callers, which have no `user_id`. */
const UNAUTHENTICATED: readonly ErrorName[] = [
  'missingAuthentication',
  'invalidKey',
  'headersTooLarge',
];

export const GATEWAY_ERROR_TEXTS: ErrorTexts = {
  examples: {
    invalidRequest: {
      message: 'Invalid request parameters: limit must be a whole number from 1 to 1000, got 0',
      metadata: {
        issues: [{ path: 'limit', message: 'limit must be a whole number from 1 to 1000, got 0' }],
      },
    },
    insufficientCredits: { metadata: { required_usd: '0.04', limit_of: 'account' } },
    payloadTooLarge: { metadata: { limit_bytes: 33_554_432 } },
    rateLimited: {
      metadata: { limit: 10, reset_seconds: 7, limit_of: 'gateway', limit_unit: 'requests' },
    },
    providerFailed: { metadata: { provider_name: 'Acme', attempts } },
    timedOut: { metadata: { provider_name: 'Acme', attempts } },
    providerOverloaded: { metadata: { provider_name: 'Acme', attempts } },
  },
  userOf: (name) => (UNAUTHENTICATED.includes(name) ? undefined : 'user_2dHFtVWx2n56w6HkM'),
};
