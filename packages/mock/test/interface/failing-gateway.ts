import {
  createApiKey,
  createGateway,
  createMemoryCreditLedger,
  createMemoryKeyStore,
  createMemoryModelStore,
  ProviderFailure,
  type ApiKey,
  type CreditLedger,
  type FailureClass,
  type GatewayOptions,
  type IdempotencyStore,
} from '@model-gateway/core';
import { mountAt, type GatewayHandler } from '@model-gateway/core/http';
import {
  chatEndpointOf,
  embeddingEndpointOf,
  imageEndpointOf,
  loadGoldenWorld,
  rerankEndpointOf,
} from '@model-gateway/worlds';

export const INFERENCE = 'inference-of-the-failing-gateway';
export const MANAGEMENT = 'management-of-the-failing-gateway';
const ACCOUNT = 'account';

interface Failures {
  /** How its only provider fails. */
  readonly provider?: FailureClass;
  /** Stores that fail instead of the usual ones. */
  readonly stores?: Partial<GatewayOptions['stores']>;
  readonly idempotency?: IdempotencyStore;
  readonly ledger?: CreditLedger;
  readonly maxBodyBytes?: number;
}

/** A gateway over the golden catalog in which something fails that the mock never lets fail. */
export async function aFailingGateway(failures: Failures): Promise<GatewayHandler> {
  const { models, revision } = await loadGoldenWorld();
  const { provider: failure = 'server', stores, idempotency, maxBodyBytes } = failures;
  const { ledger = createMemoryCreditLedger({ [ACCOUNT]: '100' }) } = failures;
  const { handle } = createGateway({
    stores: {
      models: createMemoryModelStore(models, revision),
      keys: createMemoryKeyStore([aKey(INFERENCE, 'inference'), aKey(MANAGEMENT, 'management')]),
      ...stores,
    },
    providers: [
      {
        slug: 'faulty',
        name: 'Faulty',
        images: {
          endpoint(id) {
            const entry = models.find(({ model }) => model.id === id);
            return entry && imageEndpointOf(entry.model);
          },
          async *generate(_job, context) {
            context.dispatched();
            yield* [];
            throw new ProviderFailure(failure, 'it fails', { retryAfterMs: 3000 });
          },
        },
        chat: {
          endpoint(id) {
            const entry = models.find(({ model }) => model.id === id);
            return entry && chatEndpointOf(entry.model, { slug: 'faulty' });
          },
          async answer(_job, context) {
            context.dispatched();
            throw new ProviderFailure(failure, 'it fails', { retryAfterMs: 3000 });
          },
        },
        embeddings: {
          endpoint(id) {
            const entry = models.find(({ model }) => model.id === id);
            return entry && embeddingEndpointOf(entry.model);
          },
          async embed(_job, context) {
            context.dispatched();
            throw new ProviderFailure(failure, 'it fails', { retryAfterMs: 3000 });
          },
        },
        rerank: {
          endpoint(id) {
            const entry = models.find(({ model }) => model.id === id);
            return entry && rerankEndpointOf(entry.model);
          },
          async rerank(_job, context) {
            context.dispatched();
            throw new ProviderFailure(failure, 'it fails', { retryAfterMs: 3000 });
          },
        },
      },
    ],
    inference: { ledger, idempotency },
    maxBodyBytes,
  });
  return mountAt('/v1', handle);
}

function aKey(text: string, kind: ApiKey['kind']): ApiKey {
  return createApiKey(text, { kind, organizationId: 'org_1', creditAccountId: ACCOUNT });
}
