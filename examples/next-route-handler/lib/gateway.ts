import {
  createApiKey,
  createGateway,
  createMemoryKeyStore,
  createMemoryModelStore,
} from '@model-gateway/core';
import { mountAt, standalone } from '@model-gateway/core/http';
import { fetchGateway } from '@model-gateway/fetch';
import { MODELS } from './models.ts';

const gateway = createGateway({
  stores: {
    models: createMemoryModelStore(MODELS),
    keys: createMemoryKeyStore([
      createApiKey(process.env['API_KEY'] ?? 'example-key'),
      createApiKey(process.env['MANAGEMENT_KEY'] ?? 'example-management-key', {
        kind: 'management',
      }),
    ]),
  },
  onError: (error) => console.error(error),
});

// A route handler must answer: `standalone` makes a 404 envelope of what is not the gateway's.
const toResponse = fetchGateway(standalone(mountAt('/v1', gateway.handle)), { mount: '' });

export async function answer(request: Request): Promise<Response> {
  return (await toResponse(request)) ?? new Response(null, { status: 404 });
}
