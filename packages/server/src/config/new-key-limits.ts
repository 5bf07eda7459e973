import type { KeyLimits } from '@model-gateway/core';
import type { Config } from './schema.ts';

/** Returns the limits of keys that are made without their own. */
export function newKeyLimits({ newKeys }: Pick<Config, 'newKeys'>): Partial<KeyLimits> {
  const { limit: usd, limitReset: reset, requestsPerMinute, tokensPerMinute } = newKeys;
  return { usd, reset, requestsPerMinute, tokensPerMinute };
}
