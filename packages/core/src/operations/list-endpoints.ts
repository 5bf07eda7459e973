import * as v from 'valibot';
import { jsonResponse } from '../http/respond.ts';
import { ModelEndpointsSchema, type ModelEndpoints } from '../resources/endpoint.ts';
import { defineOperation } from './define-operation.ts';
import { isLeft } from '../inference/routing/guarded.ts';
import { guardrailsOf } from './inference-operation.ts';
import { ModelNameSchema, namedModel } from './named-model.ts';
import type { GatewayContext } from './operation-context.ts';
import { shownEndpoints, type EndpointView } from './shown-endpoints.ts';

/** GET /models/{author}/{slug}/endpoints. Source: contract §16.5. */
export const listEndpoints = defineOperation({
  id: 'listEndpoints',
  method: 'GET',
  path: '/models/:author/:slug/endpoints',
  tag: 'models',
  summary: 'List the endpoints of a model',
  description:
    'The providers that continue conversations with a model, make its embeddings or rankings: what ' +
    'each can do, what it costs, and how soon, how fast and how reliably it answered of late. ' +
    '`links.details` of a model leads here.',
  permission: 'any',
  isOfCatalog: true,
  params: ModelNameSchema,
  response: v.object({ data: ModelEndpointsSchema }),
  errors: ['notFound'],

  async handle({ params, caller }, context: GatewayContext) {
    const { model } = await namedModel(`${params.author}/${params.slug}`, caller, context);
    const guardrails = await guardrailsOf(caller, context);
    const { providers, statistics } = context.inference;
    const view: EndpointView = {
      providers,
      statistics,
      hasTimes: caller !== undefined,
      isShown: (id, one) => isLeft(id, one, guardrails),
    };
    const { tokenizer = null, instruct_type = null, ...modalities } = model.architecture;
    const data: ModelEndpoints = {
      id: model.id,
      name: model.name,
      created: model.created,
      description: model.description ?? '',
      architecture: { ...modalities, tokenizer, instruct_type },
      endpoints: [...shownEndpoints(model, view)],
    };
    return jsonResponse({ data });
  },
});
