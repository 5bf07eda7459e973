import type { GatewayRequest } from '@model-gateway/core/http';
import type { MockGateway, MockTenant } from '@model-gateway/mock';

/** A rule, a page of models, one of destinations, and a change to one of them. */
export async function useLikeATest(gateway: MockGateway, tenant: MockTenant): Promise<void> {
  tenant.on('createImage').fail(529);
  await ask(gateway, tenant.apiKey, 'GET', '/v1/models', '?limit=5');
  await ask(gateway, tenant.managementKey, 'GET', '/v1/observability/destinations', '');
  const { destinations } = await tenant.ready();
  const path = `/v1/observability/destinations/${destinations[0]?.destination.id}`;
  await ask(gateway, tenant.managementKey, 'PATCH', path, '', { name: tenant.id });
}

async function ask(
  { handle }: MockGateway,
  key: string,
  method: string,
  path: string,
  search: string,
  body?: object,
): Promise<void> {
  const request: GatewayRequest = {
    method,
    path,
    search,
    mount: '',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: body === undefined ? { kind: 'none' } : { kind: 'parsed', value: body },
  };
  const response = await handle(request);
  if (response?.status !== 200) throw new Error(`${method} ${path}: ${response?.status}`);
}
