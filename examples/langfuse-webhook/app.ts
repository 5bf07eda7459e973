import {
  createApiKey,
  createGateway,
  createMemoryDestinationStore,
  createMemoryKeyStore,
  createMemoryModelStore,
  type Gateway,
  type HttpClient,
} from '@model-gateway/core';
import { createPictureProvider } from '@model-gateway/pictures';
import { createForwarder, type Forwarder } from '@model-gateway/telemetry';
import { destination, imageEndpointOf, model } from '@model-gateway/worlds';

const paint = model({ id: 'acme/paint-1', output: ['image'], price: { image: 0.04 } });

export interface AppOptions {
  readonly apiKey: string;
  readonly langfuseUrl: string;
  readonly webhookUrl: string;
  readonly signingSecret: string;
  /** The guarded client of `@model-gateway/egress`. */
  readonly http: HttpClient;
}

/** A gateway that sends metadata to Langfuse, and everything to a webhook of its own. */
export function createApp(options: AppOptions): { gateway: Gateway; telemetry: Forwarder } {
  const key = createApiKey(options.apiKey);
  const destinations = createMemoryDestinationStore([
    destination({
      type: 'langfuse',
      workspace_id: key.workspaceId,
      privacy_mode: true,
      config: { publicKey: 'pk-lf-1', secretKey: 'sk-lf-2', baseUrl: options.langfuseUrl },
    }),
    destination({
      type: 'webhook',
      workspace_id: key.workspaceId,
      config: { url: options.webhookUrl, signingSecret: options.signingSecret },
    }),
  ]);
  const telemetry = createForwarder({ destinations, http: options.http });
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
  return { gateway, telemetry };
}
