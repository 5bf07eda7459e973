import type { CatalogEntry, Model } from '@model-gateway/core';

type Parameter = Model['supported_parameters'][number];

/** Parameters that imply another, which real catalogs sometimes lack. */
const IMPLIED: readonly (readonly [given: Parameter, implied: Parameter])[] = [
  ['tools', 'tool_choice'],
  ['structured_outputs', 'response_format'],
];

/**
 * Returns the entry without the small faults that generated worlds share with real catalogs: a
 * completion limit above the context, a parameter without the one that it implies, blanks at the end
 * of a name.
 */
export function tidied({ model, signals }: CatalogEntry): CatalogEntry {
  const { top_provider: top, context_length: length, supported_parameters: listed } = model;
  const most = top.max_completion_tokens;
  const missing = IMPLIED.filter(
    ([given, implied]) => listed.includes(given) && !listed.includes(implied),
  );
  const supported_parameters = [...listed, ...missing.map(([, implied]) => implied)].toSorted();
  const isTooMuch = typeof most === 'number' && typeof length === 'number' && most > length;
  const top_provider = isTooMuch ? { ...top, max_completion_tokens: length } : top;
  return {
    model: { ...model, name: model.name.trimEnd(), top_provider, supported_parameters },
    signals,
  };
}
