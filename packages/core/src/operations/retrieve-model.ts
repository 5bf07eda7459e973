import * as v from 'valibot';
import { asSpecified } from '../catalog/as-specified.ts';
import { jsonResponse } from '../http/respond.ts';
import { described } from '../resources/described.ts';
import { ModelSchema } from '../resources/model.ts';
import { defineOperation } from './define-operation.ts';
import { namedModel } from './named-model.ts';
import type { GatewayContext } from './operation-context.ts';

/** GET /models/{model}, as the clients of OpenAI and Anthropic ask. Source: contract §16.7. */
export const retrieveModel = defineOperation({
  id: 'retrieveModel',
  method: 'GET',
  path: '/models/:model',
  tag: 'models',
  summary: 'Show one model, as clients ask for it',
  description:
    'What `models.retrieve(…)` of the clients of OpenAI and Anthropic asks for: a model as ' +
    'GET /models lists it, and nothing around it.',
  permission: 'any',
  isOfCatalog: true,
  params: v.object({
    model: described(
      v.string(),
      'Its id, its canonical slug or a name of your own for it, with its slash encoded: `acme%2Fquill-2`.',
    ),
  }),
  response: ModelSchema,
  errors: ['notFound'],

  async handle({ request, params, caller }, context: GatewayContext) {
    const { model } = await namedModel(params.model, caller, context);
    const hasLabel = request.headers['anthropic-version'] !== undefined;
    const shown = asSpecified(model);
    return jsonResponse(hasLabel ? { display_name: model.name, ...shown } : shown);
  },
});
