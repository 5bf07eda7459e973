import assert from 'node:assert/strict';
import {
  createApiKey,
  createGateway,
  createMemoryCreditLedger,
  createMemoryKeyStore,
  createMemoryModelStore,
  type GatewayOptions,
  type HttpClient,
} from '@model-gateway/core';
import type { GatewayResponse } from '@model-gateway/core/http';
import type { ListedProvider } from '@model-gateway/providers';
import { aPost, bearer } from '../../../core/test/builders.ts';
import { textOf } from './gateway-scene.ts';

const KEY = 'mg-v1-judge';
const HEADERS = { ...bearer(KEY), 'content-type': 'application/json' };

interface Over extends Pick<GatewayOptions, 'clock' | 'onError'> {
  readonly providers: readonly ListedProvider[];
  /** Those of all by default. */
  readonly catalog?: ListedProvider['catalog'];
  readonly http: HttpClient;
  readonly inference?: GatewayOptions['inference'];
}

/** Returns what sends a body to a gateway over these providers, and reads the answer, which must be a 200. */
export function gatewayOver({ providers, catalog, http, inference, ...options }: Over) {
  const ledger = createMemoryCreditLedger({ account: '100' });
  const gateway = createGateway({
    ...options,
    providers,
    inference: { ledger, http, random: () => 0, ...inference },
    stores: {
      models: createMemoryModelStore(catalog ?? providers.flatMap((provider) => provider.catalog)),
      keys: createMemoryKeyStore([createApiKey(KEY, { creditAccountId: 'account' })]),
    },
  });
  return async (
    path: string,
    body: object,
  ): Promise<{ readonly text: string; readonly headers: GatewayResponse['headers'] }> => {
    const response = await gateway.handle(aPost(path, body, { headers: HEADERS }));
    assert.ok(response);
    const text = await textOf(response);
    assert.equal(response.status, 200, text);
    return { text, headers: response.headers };
  };
}
