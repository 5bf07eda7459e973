import type { Target } from '@model-gateway/egress';
import type { ListedProvider } from '@model-gateway/providers';
import type { Finding } from './finding.ts';
import { whyUnreachable } from './reachability.ts';

interface ProviderContext {
  /** The private addresses that providers may have. */
  readonly allow: (target: Target) => boolean;
  /** Where the configuration has its key, for the operator. */
  readonly keyPlace: string;
}

/** Longer than a list of models takes. */
const KEY_TEST_MS = 10_000;

/** Connects to a provider, and asks it whether it takes its key where that costs nothing. */
export async function checkProvider(
  { slug, catalog, baseUrl, takesKey }: ListedProvider,
  { allow, keyPlace: place }: ProviderContext,
): Promise<Finding> {
  const what = `provider ${slug}`;
  const models = `${catalog.length} model${catalog.length === 1 ? '' : 's'}`;
  if (baseUrl === '') return { what, result: 'ok', says: `${models}; needs no network` };
  const url = new URL(baseUrl);
  const because = await whyUnreachable(url, allow);
  if (because !== undefined) return { what, result: 'problem', says: because };
  const isTaken = await takesKey?.(AbortSignal.timeout(KEY_TEST_MS));
  if (isTaken === false) {
    return { what, result: 'problem', says: `${url.host} refuses its key: look at ${place}` };
  }
  if (isTaken === 'unpaid') {
    const says = `${url.host} takes its key, whose account has no credit left there: look at ${place}`;
    return { what, result: 'problem', says };
  }
  if (isTaken === 'forbidden') {
    const says = `${url.host} answers 403 to a request that costs nothing: it refuses its key, or lets it do less; a request to a model shows which, and ${place} is the key`;
    return { what, result: 'warning', says };
  }
  const says = `${models}; ${url.host} ${isTaken === true ? 'takes its key' : 'can be reached'}`;
  return { what, result: 'ok', says };
}

/** Names the member of the configuration that a provider signs with. */
export function keyPlace(position: number, credentials: string | undefined): string {
  return `${credentials === undefined ? 'apiKey' : 'credentials'} of providers[${position}]`;
}
