import assert from 'node:assert/strict';
import {
  createGateway,
  createManualClock,
  createMemoryCreditLedger,
  createMemoryDestinationStore,
  createMemoryGenerationStore,
  createMemoryGuardrailAssignmentStore,
  createMemoryKeyStore,
  createMemoryMemberStore,
  createMemoryModelStore,
  type Gateway,
  type GatewayOptions,
  type InferenceOptions,
  type Provider,
} from '@model-gateway/core';
import { ByteCollector } from '@model-gateway/core/http';
import {
  aDestinationOf,
  ADMIN_KEY,
  anAdminKey,
  anAssignment,
  owned,
  someMembers,
  uuid,
} from '../admin-builders.ts';
import {
  aGeneration,
  aKey,
  anArchitecture,
  anEntry,
  bearer,
  NOW,
  toAnswer,
  type Answer,
} from '../builders.ts';
import { ACCOUNT, aProvider, MODEL } from '../images/image-builders.ts';

export const DESTINATION = uuid(1);
export const GENERATION = 'gen-kept';

/** A gateway in which every operation has something to answer. */
export function aWholeGateway(
  given: {
    stores?: Partial<GatewayOptions['stores']>;
    providers?: readonly Provider[];
    inference?: InferenceOptions;
    options?: Partial<GatewayOptions>;
  } = {},
): { gateway: Gateway; errors: unknown[] } {
  const errors: unknown[] = [];
  const gateway = createGateway({
    clock: createManualClock(NOW),
    onError: (error) => errors.push(error),
    providers: given.providers ?? [aProvider('one')],
    inference: {
      ledger: createMemoryCreditLedger({ [ACCOUNT]: '1000000' }),
      ...given.inference,
    },
    ...given.options,
    stores: {
      models: createMemoryModelStore(
        [
          anEntry({ id: 'acme/quill-1' }),
          anEntry({ id: MODEL, architecture: anArchitecture({ output_modalities: ['image'] }) }),
        ],
        'r1',
      ),
      keys: createMemoryKeyStore([
        aKey({ creditAccountId: ACCOUNT }),
        anAdminKey({ creditAccountId: ACCOUNT }),
        anAdminKey({ text: 'other' }),
        anAdminKey({ text: 'lonely', organizationId: null }),
      ]),
      destinations: createMemoryDestinationStore([
        owned(aDestinationOf('langfuse', { id: DESTINATION })),
        owned(aDestinationOf('s3', { id: uuid(2) })),
      ]),
      members: createMemoryMemberStore(someMembers(3)),
      assignments: createMemoryGuardrailAssignmentStore([anAssignment(1)]),
      generations: createMemoryGenerationStore({
        generations: [aGeneration({ id: GENERATION, accountId: 'user_1' })],
      }),
      ...given.stores,
    },
  });
  return { gateway, errors };
}

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request as an adapter would; an object body becomes JSON, text goes as it is. */
export async function sendTo(gateway: Gateway, sent: Sent): Promise<Answer> {
  const [path = '', search] = sent.path.split(/\?(.*)/s);
  const bytes = new TextEncoder().encode(
    typeof sent.body === 'string' ? sent.body : JSON.stringify(sent.body),
  );
  const response = await gateway.handle({
    method: sent.method,
    path,
    search: search === undefined ? '' : `?${search}`,
    mount: '/v1',
    headers: sent.headers ?? {},
    body: sent.body === undefined ? { kind: 'none' } : { kind: 'bytes', read: readingOf(bytes) },
  });
  assert.ok(response, `${sent.method} ${sent.path} was not answered`);
  return toAnswer(response);
}

/** Reads as adapters do: past the limit it throws. */
function readingOf(bytes: Uint8Array) {
  return async (limitBytes: number) => {
    const collector = new ByteCollector(limitBytes, undefined);
    collector.push(bytes);
    return collector.bytes();
  };
}

export const INFERENCE = bearer();
export const MANAGEMENT = bearer(ADMIN_KEY);
/** A management key of an account without an organization. */
export const LONELY = bearer('lonely');
