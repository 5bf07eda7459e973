import assert from 'node:assert/strict';
import {
  createApiKey,
  createGateway,
  createMemoryCreditLedger,
  createMemoryKeyStore,
  createMemoryModelStore,
  isProviderFailure,
  type HttpClient,
  type Provider,
} from '@model-gateway/core';
import {
  Arrivals,
  arrivalsOf,
  encodeResponse,
  type GatewayResponse,
} from '@model-gateway/core/http';
import { createGuardedHttpClient } from '@model-gateway/egress';
import { tinyImageBytes, type FakeProvider } from '@model-gateway/providers/testing';
import { aKeyedPost } from '../../../core/test/builders.ts';
import { SkippingClock } from './skipping-clock.ts';
import type { ProviderSubject } from './subject.ts';

/** The price of the provider that steps in. */
export const SPARE_PRICE = '0.5';

/** A gateway over a provider and its fake, and over a spare provider where one is wanted. */
export async function startGatewayScene(subject: ProviderSubject, withSpare: boolean) {
  const fake = await subject.start();
  const clock = new SkippingClock();
  const { baseUrl, apiKey } = fake;
  const own = Number(new URL(baseUrl).port);
  const guarded = createGuardedHttpClient({
    allow: ({ address, port }) => address === '127.0.0.1' && port === own,
  });
  const { http, received } = counted(guarded);
  const provider = subject.create({ baseUrl, apiKey, http, clock, random: () => 0.5 });
  const ledger = createMemoryCreditLedger({ account: '100' });
  const errors: unknown[] = [];
  /** What the operator has to mend at the provider. */
  const told: Error[] = [];
  const gateway = createGateway({
    clock,
    providers: withSpare ? [provider, spareFor(subject.model)] : [provider],
    inference: { ledger, http, random: () => 0 },
    onError(error) {
      if (error instanceof Error && isProviderFailure(error.cause)) told.push(error);
      else errors.push(error);
    },
    stores: {
      models: createMemoryModelStore(provider.catalog),
      keys: createMemoryKeyStore([createApiKey('k', { creditAccountId: 'account' })]),
    },
  });

  /** Returns the answer with its body unread. */
  async function ask(body: object = {}, signal?: AbortSignal): Promise<GatewayResponse> {
    const value = { model: subject.model, prompt: 'a cat', ...ORDER(provider), ...body };
    const response = await gateway.handle(
      aKeyedPost('/images', 'k', value, { ...(signal && { signal }) }),
    );
    assert.ok(response);
    return response;
  }

  return {
    fake,
    clock,
    ledger,
    errors,
    told,
    provider,
    /** How many bytes the provider has read of all answers. */
    received,
    ask,
    /** Returns the whole answer; once the fake falls silent, time passes until it comes. */
    async draw(body: object = {}, signal?: AbortSignal) {
      const progress = { isOver: false };
      void passTime(clock, fake, progress);
      try {
        const response = await ask(body, signal);
        return { response, text: await textOf(response) };
      } finally {
        progress.isOver = true;
      }
    },
    async [Symbol.asyncDispose]() {
      await guarded.close();
      await fake[Symbol.asyncDispose]();
    },
  };
}

/** Bytes on their way, each read told. Where it is left, its source is left at once. */
class Told extends Arrivals<Uint8Array> {
  readonly #bytes: Arrivals<Uint8Array>;
  readonly #tell: (bytes: number) => void;

  constructor(bytes: AsyncIterable<Uint8Array>, tell: (bytes: number) => void) {
    super();
    this.#bytes = arrivalsOf(bytes);
    this.#tell = tell;
  }

  take() {
    const taken = this.#bytes.take();
    if (taken?.done === false) this.#tell(taken.value.byteLength);
    return taken;
  }

  whenReady(listener: () => void): void {
    this.#bytes.whenReady(listener);
  }

  return() {
    return this.#bytes.return();
  }
}

/** The same client, and how many bytes were read of its answers. */
export function counted(client: HttpClient) {
  let bytes = 0;
  const http: HttpClient = async (request) => {
    const response = await client(request);
    return { ...response, body: new Told(response.body, (read) => (bytes += read)) };
  };
  return { http, received: () => bytes };
}

const ORDER = ({ slug }: Provider) => ({ provider: { order: [slug] } });

async function passTime(
  clock: SkippingClock,
  fake: FakeProvider,
  progress: { readonly isOver: boolean },
): Promise<void> {
  await fake.silent();
  while (!progress.isOver) {
    for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => setImmediate(resolve));
    clock.passNextLimit();
  }
}

function spareFor(model: string): Provider {
  return {
    slug: 'spare',
    name: 'spare',
    images: {
      endpoint: (id) =>
        id === model
          ? {
              formats: ['png', 'jpeg', 'webp', 'svg'],
              maxImages: 10,
              maxReferences: 16,
              seed: true,
              compression: true,
              streams: false,
              passthrough: new Set(),
              pricing: [{ billable: 'output_image', unit: 'image', usd: SPARE_PRICE }],
            }
          : undefined,
      async *generate({ n }) {
        const bytes = tinyImageBytes('png');
        for (let index = 0; index < n; index++) {
          yield {
            type: 'image',
            index,
            data: { encoding: 'bytes', bytes },
            mediaType: 'image/png',
          };
        }
        yield { type: 'done' };
      },
    },
  };
}

/** Returns the bytes of an answer as text. */
export async function textOf(response: GatewayResponse): Promise<string> {
  const { parts, steps } = encodeResponse(response);
  let text = Buffer.concat(parts).toString();
  for await (const step of steps ?? []) text += Buffer.concat([...step]).toString();
  return text;
}
