import * as v from 'valibot';
import type { CatalogIndex } from '../catalog/catalog-index.ts';
import { listParts } from '../catalog/list-body.ts';
import { ListModelsQuerySchema } from '../catalog/query.ts';
import { selectModels } from '../catalog/select.ts';
import { JSON_TYPE } from '../http/encode.ts';
import { bytesResponse } from '../http/respond.ts';
import { endpointsOf, type FaceName } from '../inference/routing/endpoints-of.ts';
import { againstModel, isLeft } from '../inference/routing/guarded.ts';
import type { AppliedGuardrail } from '../ports/guardrail-store.ts';
import type { ApiKey } from '../ports/key-store.ts';
import type { Provider } from '../ports/provider.ts';
import { signedIn } from './account.ts';
import { defineOperation } from './define-operation.ts';
import { MODEL_PAGE } from './list-models.ts';
import { guardrailsOf } from './inference-operation.ts';
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

  async handle({ request, query, caller }, context: GatewayContext) {
    const { catalog, links, today, inference } = context;
    const key = signedIn(caller);
    const index = await catalog.current();
    const guardrails = await guardrailsOf(key, context);
    const allowedModels = usableModels(key, guardrails, index, inference.providers);
    const nowSeconds = Math.floor(today() / 1000);
    const selection = selectModels(index, query, { allowedModels, nowSeconds });
    const next = selection.next && links.nextPage(request, selection.next);
    return bytesResponse(listParts(index, selection, next ?? null), JSON_TYPE);
  },
});

const FACES: readonly FaceName[] = ['images', 'chat', 'embeddings', 'rerank'];

/** Returns the ids of the models that a key and its guardrails leave; null for all. */
function usableModels(
  { allowedModels }: ApiKey,
  guardrails: readonly AppliedGuardrail[],
  { entries }: CatalogIndex,
  providers: Iterable<Provider>,
): readonly string[] | null {
  if (guardrails.length === 0) return allowedModels;
  const ofEndpoints = guardrails.filter((one) => one.allowedProviders !== null || one.zdr);
  const ids = allowedModels ?? entries.map(({ model }) => model.id);
  return ids.filter(
    (id) =>
      againstModel(id, guardrails) === undefined &&
      (ofEndpoints.length === 0 ||
        FACES.some((face) =>
          endpointsOf(face, id, providers).some((one) => isLeft(id, one, ofEndpoints)),
        )),
  );
}
