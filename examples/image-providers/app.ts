import {
  createApiKey,
  createGateway,
  createMemoryKeyStore,
  createMemoryModelStore,
  type Gateway,
} from '@model-gateway/core';
import { bfl } from '@model-gateway/providers/bfl';
import { openai } from '@model-gateway/providers/openai';

export interface AppOptions {
  readonly openai: Parameters<typeof openai>[0];
  readonly bfl: Parameters<typeof bfl>[0];
  /** The key that clients of the gateway need. */
  readonly apiKey: string;
}

/** A gateway that lists and makes what two providers can. */
export function createApp(options: AppOptions): Gateway {
  const providers = [openai(options.openai), bfl(options.bfl)];
  return createGateway({
    providers,
    inference: { http: options.openai.http },
    stores: {
      models: createMemoryModelStore(providers.flatMap(({ catalog }) => catalog)),
      keys: createMemoryKeyStore([createApiKey(options.apiKey)]),
    },
    onError: (error) => console.error(error),
  });
}
