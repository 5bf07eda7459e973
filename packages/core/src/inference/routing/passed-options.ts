import type { JsonObject } from '../../json-value.ts';
import type { PricedEndpoint } from '../../ports/priced-endpoint.ts';
import type { ChatProviderPreferences } from '../../resources/chat-provider-preferences.ts';

/** Options that a request passes on to one provider. */
export interface PassedOptions {
  readonly options: JsonObject;
  /** The names of those that the endpoint does not take. */
  readonly ignored: readonly string[];
}

/**
 * Returns the options for a provider, as far as its endpoint takes them. Slugs are compared without
 * case, as in `only` and `order`. Source: contract §4.1.
 */
export function passedOptions(
  { slug }: { readonly slug: string },
  { passthrough }: Pick<PricedEndpoint, 'passthrough'>,
  { options }: Pick<ChatProviderPreferences, 'options'>,
): PassedOptions {
  if (options == null) return NOTHING;
  const named = Object.entries(options);
  const [, chosen = {}] = named.find(([name]) => name.toLowerCase() === slug.toLowerCase()) ?? [];
  const isTaken = ([key]: readonly [string, unknown]) => passthrough.has(key);
  const given = Object.entries(chosen);
  const others = given.filter((one) => !isTaken(one));
  return {
    options: Object.fromEntries(given.filter(isTaken)),
    ignored: others.map(([key]) => `provider.options.${slug}.${key}`),
  };
}

const NOTHING: PassedOptions = { options: {}, ignored: [] };
