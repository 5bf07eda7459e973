import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createGateway,
  createManualClock,
  createMemoryDestinationStore,
  createMemoryKeyStore,
  createMemoryModelStore,
  createMemoryTelemetryOutbox,
  hashKey,
  ProviderFailure,
  type GatewayRequest,
  type ImageEvent,
  type Provider,
} from '@model-gateway/core';
import { nextTurn } from '@model-gateway/core/kit';
import { model } from '@model-gateway/worlds';
import { createForwarder, toOpenMetrics } from '@model-gateway/telemetry';
import { aPlainEndpoint } from '../../core/test/images/a-plain-endpoint.ts';
import { EXPORTER_KINDS } from '../src/kinds/index.ts';
import { aDestination, CONFIGS } from './support/destinations.ts';
import { aKey } from './support/forwarding.ts';
import { aReceiver, textOf } from './support/receiver.ts';
import { NOW, WORKSPACE } from './support/records.ts';

/* Whole requests through a gateway, with a canary in everything that a client or a provider says. */

/** A whole PNG of one pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** What a client says; each word occurs nowhere else. */
const SAID = { prompt: 'canary-prompt', option: 'canary-option', header: 'canary-header' } as const;
/** What a provider says when it fails, which quotes the prompt. */
const QUOTE = 'canary-quote';

const ENDPOINT = aPlainEndpoint({
  maxReferences: 1,
  streams: true,
  passthrough: new Set(['style']),
});

type Behaviour = 'succeeds' | 'fails' | 'breaks' | 'waits';

function aProvider(slug: string, behaviour: Behaviour): Provider {
  return {
    slug,
    name: slug,
    images: {
      endpoint: () => ENDPOINT,
      async *generate(_job, { signal }): AsyncGenerator<ImageEvent> {
        if (behaviour === 'fails') throw new ProviderFailure('policy', `refused: ${QUOTE}`);
        const data = { encoding: 'bytes', bytes: Buffer.from(PNG, 'base64') } as const;
        if (behaviour === 'breaks') {
          yield { type: 'partial', index: 0, data, mediaType: 'image/png' };
          throw new ProviderFailure('server', `broke: ${QUOTE}`);
        }
        if (behaviour === 'waits') {
          await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
          signal.throwIfAborted();
        }
        yield { type: 'image', index: 0, mediaType: 'image/png', data };
        yield { type: 'done' };
      },
    },
  };
}

/** Sends one request to a gateway that forwards to every kind; returns all that left, as text. */
async function sentOf(
  privacy_mode: boolean,
  {
    providers,
    stream,
    leaves,
  }: {
    readonly providers: readonly Behaviour[];
    readonly stream: boolean;
    readonly leaves: boolean;
  },
): Promise<{ readonly texts: readonly string[]; readonly sent: number }> {
  const receiver = aReceiver();
  const clock = createManualClock(NOW);
  const outbox = createMemoryTelemetryOutbox();
  const stored: string[] = [];
  const destinations = createMemoryDestinationStore(
    [...EXPORTER_KINDS.keys()].map((type, i) => ({
      accountId: 'user_1',
      // Kinds are the keys of CONFIGS.
      destination: aDestination(i, {
        type,
        config: CONFIGS[type as keyof typeof CONFIGS],
        privacy_mode,
      }),
    })),
  );
  const forwarder = createForwarder({
    destinations,
    http: receiver.http,
    clock,
    compress: false,
    outbox: {
      ...outbox,
      append: (entries, lease) => {
        stored.push(...entries.map(({ payload }) => payload));
        return outbox.append(entries, lease);
      },
    },
  });
  const gateway = createGateway({
    stores: {
      models: createMemoryModelStore([model({ id: 'acme/paint-1', output: ['image'] })]),
      keys: createMemoryKeyStore([{ ...aKey(WORKSPACE), hash: hashKey('secret') }]),
      destinations,
    },
    providers: providers.map((behaviour, i) => aProvider(`p${i}`, behaviour)),
    observers: [forwarder],
    clock,
  });
  // The destinations are known from the first request on.
  forwarder.wants('createImage', aKey(WORKSPACE));
  await forwarder.flush();
  const client = new AbortController();
  const request: GatewayRequest = {
    method: 'POST',
    path: '/images',
    search: '',
    mount: '/v1',
    headers: {
      authorization: 'Bearer secret',
      'content-type': 'application/json',
      'user-agent': SAID.header,
      'x-request-note': SAID.header,
    },
    signal: client.signal,
    body: {
      kind: 'parsed',
      value: {
        model: 'acme/paint-1',
        prompt: SAID.prompt,
        stream,
        input_references: [
          { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } },
        ],
        provider: { options: { p0: { style: SAID.option } } },
      },
    },
  };
  const answering = gateway.handle(request);
  for (let i = 0; i < 20; i++) await nextTurn();
  if (leaves) client.abort(new Error('left'));
  const response = await answering;
  if (response?.body.kind === 'events') {
    try {
      for await (const _ of response.body.events);
    } catch {
      // A stream that breaks is one of the cases.
    }
  }
  for (let i = 0; i < 20; i++) await nextTurn();
  while (forwarder.stats().totals.queued + forwarder.stats().totals.inFlight > 0) {
    await forwarder.flush();
    clock.advance(1000);
  }
  const stats = forwarder.stats();
  const heads = receiver.received.map(({ url, headers }) => `${url} ${JSON.stringify(headers)}`);
  const texts = [...receiver.received.map(textOf), ...heads, ...stored, toOpenMetrics(stats)];
  return { texts, sent: stats.totals.outcomes.sent };
}

describe('privacy mode, of a whole request', () => {
  for (const [what, scenario, isQuoted] of [
    ['that succeeds', { providers: ['succeeds'], stream: false, leaves: false }, false],
    ['that is streamed', { providers: ['succeeds'], stream: true, leaves: false }, false],
    ['that falls back', { providers: ['fails', 'succeeds'], stream: false, leaves: false }, true],
    ['that fails', { providers: ['fails'], stream: false, leaves: false }, true],
    ['whose stream breaks', { providers: ['breaks'], stream: true, leaves: false }, true],
    ['whose client leaves', { providers: ['waits'], stream: false, leaves: true }, false],
  ] as const) {
    it(`${what} lets no canary out, and without it the prompt arrives everywhere`, async () => {
      const hidden = await sentOf(true, scenario);
      assert.equal(hidden.sent, EXPORTER_KINDS.size);
      assert.deepEqual(
        hidden.texts.filter((text) => /canary/.test(text)),
        [],
      );
      const shown = await sentOf(false, scenario);
      const all = shown.texts.join('\n');
      assert.equal(shown.sent, EXPORTER_KINDS.size);
      assert.ok(all.includes(SAID.prompt));
      assert.equal(all.includes(QUOTE), isQuoted);
      assert.equal(all.includes('abandoned'), scenario.leaves);
      // Nobody gets these, with or without privacy.
      for (const word of [SAID.option, SAID.header, PNG.slice(0, 40)])
        assert.ok(!all.includes(word));
    });
  }
});
