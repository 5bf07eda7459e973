import {
  createGateway,
  createMemoryKeyStore,
  createMemoryModelStore,
  type ApiKey,
  type Gateway,
  type ImageProvider,
} from '@model-gateway/core';
import type { ListedImageProvider } from '@model-gateway/providers';

/** Returns a gateway that lists and serves what its providers can make. */
export function createImageGateway(
  providers: readonly (ImageProvider & ListedImageProvider)[],
  keys: readonly ApiKey[],
): Gateway {
  const catalog = providers.flatMap((provider) => provider.catalog);
  return createGateway({
    images: { providers },
    stores: { models: createMemoryModelStore(catalog), keys: createMemoryKeyStore(keys) },
  });
}
