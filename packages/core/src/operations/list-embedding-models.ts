import * as v from 'valibot';
import { ListModelsQuerySchema } from '../catalog/query.ts';
import { defineOperation } from './define-operation.ts';
import { listModels, MODEL_PAGE } from './list-models.ts';
import type { GatewayContext } from './operation-context.ts';

/** GET /embeddings/models. Source: contract §17.5. */
export const listEmbeddingModels = defineOperation({
  id: 'listEmbeddingModels',
  method: 'GET',
  path: '/embeddings/models',
  tag: 'embeddings',
  summary: 'List models that make embeddings',
  description: '`GET /models` with `output_modalities=embeddings`, without its other parameters.',
  permission: 'any',
  isOfCatalog: true,
  query: v.pick(ListModelsQuerySchema, ['offset', 'limit']),
  response: v.object(MODEL_PAGE),

  handle: (input, context: GatewayContext) =>
    listModels.handle(
      { ...input, query: { ...input.query, output_modalities: ['embeddings'] } },
      context,
    ),
});
