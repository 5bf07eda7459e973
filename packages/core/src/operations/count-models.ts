import * as v from 'valibot';
import { ListModelsQuerySchema } from '../catalog/query.ts';
import { selectModels } from '../catalog/select.ts';
import { jsonResponse } from '../http/respond.ts';
import { count } from '../resources/count.ts';
import { described } from '../resources/described.ts';
import { defineOperation } from './define-operation.ts';
import type { GatewayContext } from './operation-context.ts';

/** GET /models/count. Source: contract §16.1. */
export const countModels = defineOperation({
  id: 'countModels',
  method: 'GET',
  path: '/models/count',
  tag: 'models',
  summary: 'Count models',
  description: 'How many models the key may use that make text, or what `output_modalities` says.',
  permission: 'any',
  isOfCatalog: true,
  query: v.object({ output_modalities: ListModelsQuerySchema.entries.output_modalities }),
  response: v.object({
    data: v.object({
      count: described(count, 'How many there are.'),
    }),
  }),

  async handle({ query, caller }, { catalog, today }: GatewayContext) {
    const { totalCount } = selectModels(await catalog.current(), query, {
      allowedModels: caller?.allowedModels ?? null,
      nowSeconds: Math.floor(today() / 1000),
    });
    return jsonResponse({ data: { count: totalCount } });
  },
});
