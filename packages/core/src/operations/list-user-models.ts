import * as v from 'valibot';
import { listParts } from '../catalog/list-body.ts';
import { ListModelsQuerySchema } from '../catalog/query.ts';
import { selectModels } from '../catalog/select.ts';
import { JSON_TYPE } from '../http/encode.ts';
import { bytesResponse } from '../http/respond.ts';
import { signedIn } from './account.ts';
import { defineOperation } from './define-operation.ts';
import { MODEL_PAGE } from './list-models.ts';
import type { GatewayContext } from './operation-context.ts';

/** GET /models/user. Source: contract §16.4. */
export const listUserModels = defineOperation({
  id: 'listUserModels',
  method: 'GET',
  path: '/models/user',
  tag: 'models',
  summary: 'List the models that the key may use',
  description:
    'The models of `GET /models` that the key may use, also where that list needs no key. Without ' +
    '`offset` and `limit` the whole list is returned.',
  permission: 'any',
  query: v.pick(ListModelsQuerySchema, ['offset', 'limit', 'output_modalities']),
  response: v.object(MODEL_PAGE),

  async handle({ request, query, caller }, { catalog, links, today }: GatewayContext) {
    const { allowedModels } = signedIn(caller);
    const index = await catalog.current();
    const nowSeconds = Math.floor(today() / 1000);
    const selection = selectModels(index, query, { allowedModels, nowSeconds });
    const next = selection.next && links.nextPage(request, selection.next);
    return bytesResponse(listParts(index, selection, next ?? null), JSON_TYPE);
  },
});
