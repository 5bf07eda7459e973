import * as v from 'valibot';
import { GatewayError } from '../errors.ts';
import { jsonResponse } from '../http/respond.ts';
import { described } from '../resources/described.ts';
import { ModelSchema } from '../resources/model.ts';
import { defineOperation } from './define-operation.ts';
import type { GatewayContext } from './operation-context.ts';

/** GET /model/{author}/{slug}. Source: contract §16.2. */
export const getModel = defineOperation({
  id: 'getModel',
  method: 'GET',
  path: '/model/:author/:slug',
  tag: 'models',
  summary: 'Show one model',
  description: 'A model as GET /models lists it, by its id or by a name of your own for it.',
  permission: 'any',
  params: v.object({
    author: described(v.string(), 'The part of the id before the slash.'),
    slug: described(v.string(), 'The part behind it, with its suffix: `quill-2:free`.'),
  }),
  query: v.object({}),
  body: undefined,
  response: v.object({ data: ModelSchema }),
  errors: [
    'invalidRequest',
    'missingAuthentication',
    'invalidKey',
    'notFound',
    'internal',
    'unavailable',
  ],

  async handle({ params, caller }, context: GatewayContext) {
    const name = `${params.author}/${params.slug}`;
    const { aliases = {} } = context.inference.conversations;
    const id = (Object.hasOwn(aliases, name) ? aliases[name] : undefined) ?? name;
    const isAllowed = caller?.allowedModels?.includes(id) ?? true;
    const entry = isAllowed ? (await context.catalog.current()).find(id) : undefined;
    if (entry === undefined) {
      throw new GatewayError('notFound', { message: `Model not found: ${name}` });
    }
    return jsonResponse({ data: entry.model });
  },
});
