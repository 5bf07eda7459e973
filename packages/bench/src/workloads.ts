import type { ListModelsQuery } from '@model-gateway/core';

/** Queries of a user who looks for a model to build with. */
export const TYPICAL_PAGE = {
  supported_parameters: ['tools'],
  input_modalities: ['text'],
  context: 16_000,
  max_price: '40',
  sort: 'top-weekly',
  limit: 50,
} as const satisfies ListModelsQuery;

/** Fourteen filters at once; few models pass. */
export const HEAVY_PAGE = {
  supported_parameters: ['tools', 'temperature'],
  input_modalities: ['text'],
  output_modalities: ['text'],
  context: 8000,
  min_price: '0',
  max_price: '60',
  min_output_price: '0',
  max_output_price: '200',
  min_age_days: 0,
  max_age_days: 4000,
  min_intelligence_index: '0',
  max_intelligence_index: '100',
  min_tool_success_rate: '0',
  max_tool_success_rate: '1',
  sort: 'newest',
  limit: 50,
} as const satisfies ListModelsQuery;

/** Free text. */
export const SEARCH_PAGE = {
  q: 'a pro',
  max_price: '60',
  limit: 50,
} as const satisfies ListModelsQuery;

/** A page far down the list. */
export const DEEP_PAGE = {
  max_price: '60',
  sort: 'newest',
  offset: 200,
  limit: 50,
} as const satisfies ListModelsQuery;

/**
 * The query string of `query`, different in every request: digits that change no answer are added
 * to `max_price`, where the client puts the request's number for `{n}`.
 */
export function varied({ max_price: price, ...query }: ListModelsQuery & { max_price: string }) {
  const pairs = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
  );
  return `?${[...pairs, `max_price=${price}.{n}`].join('&')}`;
}
