import * as v from 'valibot';
import { jsonResponse } from '../http/respond.ts';
import { isLeft } from '../inference/routing/guarded.ts';
import { described } from '../resources/described.ts';
import { EndpointSchema } from '../resources/endpoint.ts';
import { defineOperation } from './define-operation.ts';
import { guardrailsOf } from './inference-operation.ts';
import type { GatewayContext } from './operation-context.ts';
import { shownEndpoints, type EndpointView } from './shown-endpoints.ts';

/** GET /endpoints/zdr. Source: contract §16.6. */
export const listZdrEndpoints = defineOperation({
  id: 'listZdrEndpoints',
  method: 'GET',
  path: '/endpoints/zdr',
  tag: 'models',
  summary: 'List the endpoints that retain nothing',
  description:
    'Of every model that the key may use, the endpoints with zero data retention, which a request ' +
    'with `provider.zdr` keeps to.',
  permission: 'any',
  isOfCatalog: true,
  response: v.object({
    data: described(v.array(EndpointSchema), 'All of them, on one page, in the order of models.'),
  }),

  async handle({ caller }, { catalog, inference }: GatewayContext) {
    const guardrails = await guardrailsOf(caller, { inference });
    const { entries } = await catalog.current();
    const { providers, statistics } = inference;
    const allowed = caller?.allowedModels ?? null;
    const isAllowed = allowed === null ? () => true : (id: string) => allowed.includes(id);
    const view: EndpointView = {
      providers,
      statistics,
      hasTimes: caller !== undefined,
      isShown: (id, one) => one.endpoint.isZeroRetention === true && isLeft(id, one, guardrails),
    };
    const data = entries
      .filter(({ model }) => isAllowed(model.id))
      .flatMap(({ model }) => shownEndpoints(model, view));
    return jsonResponse({ data });
  },
});
