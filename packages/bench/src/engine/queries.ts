import type { ListModelsQuery } from '@model-gateway/core';
import { DEEP_PAGE, HEAVY_PAGE, SEARCH_PAGE, TYPICAL_PAGE } from '../workloads.ts';

/** Typical filtered pages: what people change is what they filter by, the order and the page. */
export function typicalQueries(): ListModelsQuery[] {
  const parameters = ['tools', 'reasoning', 'structured_outputs'];
  const inputs = ['text', 'image'] as const;
  const sorts = ['newest', 'top-weekly', 'context-high-to-low', 'throughput-high-to-low'] as const;
  const prices = ['4.0003', '40.0003'];
  return parameters.flatMap((parameter, i) =>
    inputs.flatMap((input) =>
      sorts.flatMap((sort) =>
        prices.map((price) => ({
          ...TYPICAL_PAGE,
          supported_parameters: [parameter],
          input_modalities: [input],
          max_price: price,
          sort,
          offset: i * TYPICAL_PAGE.limit,
        })),
      ),
    ),
  );
}

/** Queries that only have to be answered rightly. */
export const OTHER_QUERIES: readonly ListModelsQuery[] = [
  {},
  { limit: 7 },
  HEAVY_PAGE,
  SEARCH_PAGE,
  DEEP_PAGE,
];
