import * as v from 'valibot';
import { asSpecified } from '../catalog/as-specified.ts';
import { jsonResponse } from '../http/respond.ts';
import { ModelSchema } from '../resources/model.ts';
import { defineOperation } from './define-operation.ts';
import { ModelNameSchema, namedModel } from './named-model.ts';
import type { GatewayContext } from './operation-context.ts';

/** GET /model/{author}/{slug}. Source: contract §16.2. */
export const getModel = defineOperation({
  id: 'getModel',
  method: 'GET',
  path: '/model/:author/:slug',
  tag: 'models',
  summary: 'Show one model',
  description:
    'A model as GET /models lists it, by its id, its canonical slug or a name of your own for it.',
  permission: 'any',
  isOfCatalog: true,
  params: ModelNameSchema,
  response: v.object({ data: ModelSchema }),
  errors: ['notFound'],

  async handle({ params, caller }, context: GatewayContext) {
    const { model } = await namedModel(`${params.author}/${params.slug}`, caller, context);
    return jsonResponse({ data: asSpecified(model) });
  },
});
