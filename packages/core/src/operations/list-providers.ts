import * as v from 'valibot';
import { jsonResponse } from '../http/respond.ts';
import { described } from '../resources/described.ts';
import { defineOperation } from './define-operation.ts';
import type { GatewayContext } from './operation-context.ts';

const ProviderSchema = described(
  v.object({
    name: described(v.string(), 'The name, as in `x-provider-name`.'),
    slug: described(v.string(), 'The slug, as in the preferences of a request.'),
    privacy_policy_url: described(v.nullable(v.string()), 'Always null.'),
    terms_of_service_url: described(v.nullable(v.string()), 'Always null.'),
    status_page_url: described(v.nullable(v.string()), 'Always null.'),
  }),
  'An upstream of the gateway.',
  { title: 'Provider' },
);

/** GET /providers. Source: contract §16.3. */
export const listProviders = defineOperation({
  id: 'listProviders',
  method: 'GET',
  path: '/providers',
  tag: 'models',
  summary: 'List providers',
  description: 'The upstreams that requests may name in their preferences, by slug.',
  permission: 'any',
  isOfCatalog: true,
  response: v.object({ data: described(v.array(ProviderSchema), 'All of them, on one page.') }),

  handle(_input, { inference }: GatewayContext) {
    const names = new Map<string, string>();
    for (const { slug, name } of inference.providers) names.set(slug, name);
    const sorted = [...names].toSorted(([a], [b]) => (a < b ? -1 : 1));
    const data = sorted.map(([slug, name]) => ({
      name,
      slug,
      privacy_policy_url: null,
      terms_of_service_url: null,
      status_page_url: null,
    }));
    return jsonResponse({ data });
  },
});
