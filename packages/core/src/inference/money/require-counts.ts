import { ProviderFailure } from '../../ports/provider-failure.ts';

/**
 * Throws `malformed` for a provider's usage with a count that books cannot add up: each is a whole
 * number, 0 or more, or absent. Amounts are texts.
 */
export function requireCounts(usage: object): void {
  if (Object.values(usage).every(isCountOrText)) return;
  throw new ProviderFailure(
    'malformed',
    'the provider told usage that is no whole number of tokens',
  );
}

function isCountOrText(value: unknown): boolean {
  if (value === undefined || typeof value === 'string') return true;
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
