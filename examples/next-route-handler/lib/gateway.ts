import {
  createGateway,
  createMemoryKeyStore,
  createMemoryModelStore,
  hashKey,
  type ApiKey,
} from '@model-gateway/core';
import { mountAt, standalone } from '@model-gateway/core/http';
import { fetchGateway } from '@model-gateway/fetch';
import { CATALOG } from './catalog.ts';

const inferenceKey: ApiKey = {
  hash: hashKey(process.env['API_KEY'] ?? 'example-key'),
  label: 'the example’s key for models and images',
  kind: 'inference',
  userId: 'user_example',
  organizationId: null,
  workspaceId: '6f1c2f5e-6a52-4a0e-9d5f-5b8a4f1f7a01',
  allowedModels: null,
  creditAccountId: null,
  state: 'active',
  expiresAt: null,
};

const gateway = createGateway({
  stores: {
    models: createMemoryModelStore(CATALOG),
    keys: createMemoryKeyStore([
      inferenceKey,
      {
        ...inferenceKey,
        hash: hashKey(process.env['MANAGEMENT_KEY'] ?? 'example-management-key'),
        label: 'the example’s key for settings',
        kind: 'management',
      },
    ]),
  },
  onError: (error) => console.error(error),
});

// A route handler must answer: `standalone` makes a 404 envelope of what is not the gateway's.
const toResponse = fetchGateway(standalone(mountAt('/v1', gateway.handle)), { mount: '' });

export async function answer(request: Request): Promise<Response> {
  return (await toResponse(request)) ?? new Response(null, { status: 404 });
}
