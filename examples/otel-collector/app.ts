import {
  createApiKey,
  createGateway,
  createMemoryDestinationStore,
  createMemoryKeyStore,
  createMemoryModelStore,
  type Gateway,
} from '@model-gateway/core';
import { createGuardedHttpClient } from '@model-gateway/egress';
import { createPictureProvider } from '@model-gateway/pictures';
import { createForwarder, type Forwarder } from '@model-gateway/telemetry';
import { destination, imageEndpointOf, model } from '@model-gateway/worlds';

const paint = model({ id: 'acme/paint-1', output: ['image'], price: { image: 0.04 } });

export interface App {
  readonly gateway: Gateway;
  readonly telemetry: Forwarder;
  close(): Promise<void>;
}

/** A gateway that draws images, and sends telemetry to a collector. */
export function createApp(apiKey: string, collectorUrl: string): App {
  const key = createApiKey(apiKey);
  const destinations = createMemoryDestinationStore([
    destination({
      type: 'otel-collector',
      workspace_id: key.workspaceId,
      config: { endpoint: collectorUrl },
    }),
  ]);
  const collector = new URL(collectorUrl);
  // The collector is on this machine, which only the host may allow, never a PATCH.
  const http = createGuardedHttpClient({
    allow: ({ address, port }) => address === '127.0.0.1' && port === Number(collector.port),
  });
  const telemetry = createForwarder({ destinations, http });
  const endpoint = imageEndpointOf(paint.model);
  const endpoints = new Map(endpoint === undefined ? [] : [[paint.model.id, endpoint]]);
  const gateway = createGateway({
    stores: {
      models: createMemoryModelStore([paint]),
      keys: createMemoryKeyStore([key]),
      destinations,
    },
    providers: [createPictureProvider({ endpoints })],
    observers: [telemetry],
    onError: (error) => console.error(error),
  });
  return {
    gateway,
    telemetry,
    async close() {
      await telemetry.close();
      await http.close();
    },
  };
}
