import { createMockGateway, type MockGatewayOptions } from '@model-gateway/mock';
import { ask } from '../ask.ts';
import { control } from './control-call.ts';

export const PAINT = { id: 'acme/paint-1', output: ['image'], price: { image: 0.25 } };

export const ALL_MODELS = 'GET /v1/models?output_modalities=all';

/** The ids of the tenants that an answer lists. */
export function idsIn({ value }: { readonly value: { readonly data: readonly { id: string }[] } }) {
  return value.data.map(({ id }) => id);
}

/** A gateway, a tenant that was added from outside, and how to ask both. */
export async function started(tenantOptions: object = {}, options: MockGatewayOptions = {}) {
  const gateway = createMockGateway({ world: 'tiny', ...options, control: true });
  const call = (line: string, body?: unknown) =>
    control(gateway, line, body === undefined ? {} : { body });
  const { value } = await call('POST /tenants', tenantOptions);
  const tenant = value.data;
  const there = `/tenants/${tenant.id}`;
  const as = (line: string, question: object = {}, key = tenant.api_key) =>
    ask({ handle: gateway.handle, apiKey: key }, line, question);
  const draw = () =>
    as('POST /v1/images', {
      body: { model: 'acme/paint-1', prompt: 'red panda', resolution: '512' },
    });
  return { gateway, call, tenant, there, as, draw };
}
