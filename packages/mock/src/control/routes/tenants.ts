import { GatewayError, hashKey } from '@model-gateway/core';
import { imageEndpointOf } from '@model-gateway/worlds';
import * as v from 'valibot';
import { imageModelJson, ImageModelSchema } from '../wire/image-model.ts';
import { MAIN } from '../../tenant/create-tenant.ts';
import type { RateLimit } from '../../rate-limit.ts';
import type { MockTenant } from '../../tenant/mock-tenant.ts';
import type { WireFault } from '../../rules/wire-fault.ts';
import { defineRoute, routesOf } from '../define-route.ts';
import { IMAGE_MODEL, TENANT } from '../examples.ts';
import { toSnakeCase, renameKeys } from '../../rename-keys.ts';
import { MODELS_JSON, modelsFromJson } from '../../tenant/options/record-options.ts';
import { toTenantOptions } from '../wire/new-tenant.ts';
import { NOTHING } from '../wire/params.ts';
import {
  DocumentedTenantSchema,
  ForkSchema,
  LimitsSchema,
  NewTenantSchema,
  TenantSchema,
  type TenantJson,
} from '../wire/tenant.ts';

const one = { schema: TenantSchema, example: TENANT };

const listTenants = defineRoute({
  on: 'GET /tenants',
  summary: 'List tenants',
  description: 'The existing tenants, the gateway itself first.',
  params: NOTHING,
  answer: {
    status: 200,
    description: 'All tenants.',
    data: { schema: v.array(TenantSchema), example: [TENANT] },
  },
  handle: async (_input, { gateway }) => gateway.tenants().map(toJson),
});

const createTenant = defineRoute({
  on: 'POST /tenants',
  summary: 'Add a tenant',
  description: 'A gateway of its own behind the same URL, ready for requests once it is answered.',
  params: NOTHING,
  body: {
    schema: NewTenantSchema,
    documented: DocumentedTenantSchema,
    example: {
      credits: 5,
      models: [{ id: 'acme/paint-1', output: ['image'] }],
      rules: [{ on: 'createImage', fail: { status: 529, times: 2 } }],
    },
  },
  answer: { status: 201, description: 'The tenant.', data: one },
  errors: ['conflict'],
  async handle({ body }, { gateway }) {
    const tenant = gateway.tenant(toTenantOptions(body));
    try {
      await tenant.ready();
    } catch (error) {
      await tenant.close();
      throw error;
    }
    return toJson(tenant);
  },
});

const getTenant = defineRoute({
  on: 'GET /tenants/:tenant',
  summary: 'Look at a tenant',
  description: 'Its URLs, its keys, what is left of its credits, and its rate limit.',
  answer: { status: 200, description: 'The tenant.', data: one },
  handle: async ({ params }, context) => toJson(context.tenant(params.tenant)),
});

const changeLimits = defineRoute({
  on: 'PATCH /tenants/:tenant',
  summary: 'Change the limits of a tenant',
  description:
    'The credits that are left and the rate limit, until the tenant is reset. Requests under way keep what they reserved; the windows of a changed rate limit begin anew.',
  body: {
    schema: LimitsSchema,
    example: { credits: 0, rate_limit: { limit: 10, window_seconds: 60 } },
  },
  answer: { status: 200, description: 'The tenant.', data: one },
  async handle({ params, body: { credits, rate_limit: limit } }, context) {
    const tenant = context.tenant(params.tenant);
    await tenant.setLimits({
      credits,
      rateLimit: limit && { limit: limit.limit, windowSeconds: limit.window_seconds },
    });
    return toJson(tenant);
  },
});

const closeTenant = defineRoute({
  on: 'DELETE /tenants/:tenant',
  summary: 'Take a tenant away',
  description:
    'Frees its id and its keys, and ends everything that waits. Verify it first: closing does not report what was left over. The gateway itself stays.',
  answer: { status: 204, description: 'It is gone.' },
  errors: ['conflict'],
  async handle({ params }, context) {
    if (params.tenant === MAIN) {
      throw new GatewayError('conflict', { message: `the tenant "${MAIN}" is the gateway itself` });
    }
    await context.tenant(params.tenant).close();
  },
});

const verifyTenant = defineRoute({
  on: 'POST /tenants/:tenant/verify',
  summary: 'Check that nothing was left over',
  description:
    'Fails when there are requests that no rule, fixture or operation answered and no expectation was about, streams that were never ended, or, where that was asked for, rules that were not used. Best at the end of a test.',
  answer: { status: 204, description: 'Nothing was left over.' },
  errors: ['conflict'],
  async handle({ params }, context) {
    context.tenant(params.tenant).verify();
  },
});

const forkTenant = defineRoute({
  on: 'POST /tenants/:tenant/fork',
  summary: 'Fork a tenant',
  description:
    'Another tenant that begins with what this one is now, or was at a snapshot: with keys, a clock and requests of its own.',
  body: { schema: ForkSchema, example: { id: 'checkout-2' } },
  answer: { status: 201, description: 'The fork.', data: one },
  errors: ['conflict'],
  async handle({ params, body: { snapshot, ...own } }, context) {
    const tenant = context.tenant(params.tenant);
    const from = snapshot === undefined ? undefined : context.held(tenant).snapshots.get(snapshot);
    return toJson(await tenant.fork({ ...toTenantOptions(own), from }));
  },
});

const replaceModels = defineRoute({
  on: 'PUT /tenants/:tenant/models',
  summary: 'Put other models in place',
  description: 'In one step; credits, destinations and everything else stay.',
  body: {
    schema: v.object({ models: MODELS_JSON }),
    example: { models: [{ id: 'acme/quill-2', price: 'free' }] },
  },
  answer: { status: 204, description: 'They are served now.' },
  async handle({ params, body }, context) {
    const models = modelsFromJson(body.models);
    const revision = `given-${hashKey(JSON.stringify(models)).slice(0, 16)}`;
    await context.tenant(params.tenant).replaceCatalog({ models, revision });
  },
});

const listImageModels = defineRoute({
  on: 'GET /tenants/:tenant/image-models',
  summary: 'List the models that draw images',
  description:
    'What each can do in a request for images, which the catalog does not say: ratios, sizes, formats, references, streams.',
  answer: {
    status: 200,
    description: 'The models, in the order of the world.',
    data: { schema: v.array(ImageModelSchema), example: [IMAGE_MODEL] },
  },
  async handle({ params }, context) {
    const { models } = await context.tenant(params.tenant).ready();
    return models.flatMap((model) => {
      const endpoint = imageEndpointOf(model.model, model.images);
      return endpoint === undefined ? [] : [imageModelJson(model, endpoint)];
    });
  },
});

const resetTenant = defineRoute({
  on: 'POST /tenants/:tenant/reset',
  summary: 'Begin anew',
  description: 'Makes everything as it was at the start, and forgets the requests that came.',
  answer: { status: 204, description: 'Everything is as it was.' },
  handle: ({ params }, context) => context.tenant(params.tenant).reset(),
});

const clearTenant = defineRoute({
  on: 'POST /tenants/:tenant/clear',
  summary: 'Take all data away',
  description:
    'Takes all models, destinations, members and assignments away, and forgets rules and requests.',
  answer: { status: 204, description: 'There is nothing left.' },
  handle: ({ params }, context) => context.tenant(params.tenant).clear(),
});

export const TENANT_ROUTES = routesOf('tenants', {
  listTenants,
  createTenant,
  getTenant,
  changeLimits,
  closeTenant,
  verifyTenant,
  forkTenant,
  replaceModels,
  listImageModels,
  resetTenant,
  clearTenant,
});

function toJson(tenant: MockTenant<WireFault>): TenantJson {
  const limit = tenant.rateLimit();
  return {
    id: tenant.id,
    base_url: tenant.baseURL,
    any_key_url: tenant.anyKeyURL,
    api_key: tenant.apiKey,
    management_key: tenant.managementKey,
    // Renaming keeps what each key is for.
    keys: renameKeys(tenant.keys, toSnakeCase) as TenantJson['keys'],
    credits: tenant.credits(),
    rate_limit: limit === undefined ? null : rateLimitJson(limit),
  };
}

function rateLimitJson({ limit, windowSeconds }: RateLimit): TenantJson['rate_limit'] {
  return { limit, window_seconds: windowSeconds };
}
