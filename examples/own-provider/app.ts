import {
  createGateway,
  createMemoryKeyStore,
  createMemoryModelStore,
  type ApiKey,
  type Gateway,
} from '@model-gateway/core';
import type { ListedProvider } from '@model-gateway/providers';

/** Returns a gateway that lists and serves what its providers can make. */
export function createImageGateway(
  providers: readonly ListedProvider[],
  keys: readonly ApiKey[],
): Gateway {
  const catalog = providers.flatMap((provider) => provider.catalog);
  return createGateway({
    providers,
    stores: { models: createMemoryModelStore(catalog), keys: createMemoryKeyStore(keys) },
  });
}
