import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RequestRecord } from '@model-gateway/core';
import { createRandomSource } from '@model-gateway/core/kit';
import { EXPORTER_KINDS } from '../src/kinds/index.ts';
import { aDestination, CONFIGS } from './support/destinations.ts';
import { aForwarding } from './support/forwarding.ts';
import { aReceiver, type Received } from './support/receiver.ts';
import { aFailedRecord, aRecord, type GivenRecord } from './support/records.ts';

/* In privacy mode nothing of inputs and outputs leaves. Source: contract §5.7. */

const RECORDS = process.env['MODEL_GATEWAY_LONG_TESTS'] === undefined ? 20 : 200;

/** Words that occur nowhere else: those said in text, and those that are the bytes of images. */
class Canaries {
  readonly said: string[] = [];
  readonly shown: string[] = [];
  readonly #random = createRandomSource('privacy');

  say(): string {
    return this.#next(this.said);
  }

  show(): Uint8Array {
    return new TextEncoder().encode(this.#next(this.shown));
  }

  #next(list: string[]): string {
    const word = `canary${this.#random.whole(1e9, 9e9)}${this.#random.whole(1e9, 9e9)}`;
    list.push(word);
    return word;
  }
}

/** The ways in which a request ends, each with canaries in everything that is content. */
const ENDINGS: readonly ((number: number, canaries: Canaries) => RequestRecord)[] = [
  (number, canaries) => aRecord(number, { generation: contentOf(canaries) }),
  (number, canaries) => aFailedRecord(number, canaries.say(), { prompt: canaries.say() }),
  (number, canaries) =>
    aFailedRecord(number, canaries.say(), {
      prompt: canaries.say(),
      status: 499,
      ending: 'abandoned',
    }),
  (number, canaries) =>
    aRecord(number, {
      ending: 'broken',
      error: 'providerFailed',
      generation: { ...contentOf(canaries), isStream: true },
    }),
];

function contentOf(canaries: Canaries): NonNullable<GivenRecord['generation']> {
  return {
    content: {
      prompt: canaries.say(),
      references: [{ bytes: canaries.show(), mediaType: 'image/png' }],
      text: canaries.say(),
      images: [{ encoding: 'bytes', bytes: canaries.show() }],
    },
  };
}

/** Every reading of a body in which a word could hide. */
function readingsOf({ raw, url, headers }: Received): string[] {
  const text = Buffer.from(raw).toString('latin1');
  const decoded = [...text.matchAll(/[A-Za-z0-9+/=_-]{24,}/g)].map(([each]) =>
    Buffer.from(each, 'base64').toString('latin1'),
  );
  const head = `${url} ${JSON.stringify(headers)}`;
  return [text, head, ...decoded, ...[text, head].map(unescaped)];
}

function unescaped(text: string): string {
  return text.replaceAll(/%[0-9A-Fa-f]{2}/g, (code) =>
    String.fromCharCode(Number.parseInt(code.slice(1), 16)),
  );
}

async function bodiesOf(privacy_mode: boolean) {
  const canaries = new Canaries();
  // Every kind, some answers that lead to another try.
  const receiver = aReceiver((_, position) => ({ status: position % 7 === 3 ? 503 : 200 }));
  const destinations = [...EXPORTER_KINDS.keys()].map((type, i) =>
    // Kinds are the keys of CONFIGS.
    aDestination(i, { type, config: CONFIGS[type as keyof typeof CONFIGS], privacy_mode }),
  );
  const forwarding = await aForwarding(destinations, { receiver });
  for (let number = 0; number < RECORDS; number++) {
    for (const [i, make] of ENDINGS.entries()) {
      forwarding.observe(make(ENDINGS.length * number + i, canaries));
    }
  }
  // Signing takes place outside the event loop, so what is left is counted, not what is quiet.
  const left = () => {
    const { queued, inFlight } = forwarding.forwarder.stats().totals;
    return queued + inFlight;
  };
  while (left() > 0) {
    await forwarding.forwarder.flush();
    await forwarding.pass(1000);
  }
  const readings = forwarding.received.flatMap(readingsOf);
  const stats = JSON.stringify(forwarding.forwarder.stats());
  const { sent } = forwarding.forwarder.stats().totals.outcomes;
  return { canaries, readings: [...readings, stats], sent, destinations: destinations.length };
}

describe('privacy mode', () => {
  it('lets no canary out, however a request ended, to any kind', async () => {
    const { canaries, readings, sent, destinations } = await bodiesOf(true);
    assert.equal(sent, RECORDS * ENDINGS.length * destinations);
    assert.equal(canaries.said.length, RECORDS * 8);
    assert.equal(readings.filter((text) => text.includes('canary')).length, 0);
  });

  it('is the reason: without it every text arrives, and no image does', async () => {
    const { canaries, readings } = await bodiesOf(false);
    const all = readings.join('\n');
    const missing = canaries.said.filter((word) => !all.includes(word));
    assert.deepEqual(missing, []);
    assert.ok(canaries.shown.every((word) => !all.includes(word)));
  });

  it('begins for what is queued and under way when it is turned on', async () => {
    let isOn = false;
    const receiver = aReceiver(() => (isOn ? { status: 200 } : 'silence'));
    const destination = aDestination(1, { type: 'posthog', config: CONFIGS.posthog });
    const forwarding = await aForwarding([destination], { receiver });
    forwarding.observe(aRecord(1, { prompt: 'canary' }));
    await forwarding.pass(1000);
    assert.equal(forwarding.received.length, 1);
    forwarding.observe(aRecord(2, { prompt: 'canary' }));
    isOn = true;
    forwarding.store.put({
      accountId: 'org_1',
      destination: { ...destination, privacy_mode: true },
    });
    await forwarding.pass(2000);
    const later = forwarding.received.slice(1);
    assert.equal(forwarding.statsOf(0).outcomes.sent, 2);
    assert.ok(later.length > 0);
    for (const request of later) {
      assert.ok(readingsOf(request).every((text) => !text.includes('canary')));
    }
  });
});
