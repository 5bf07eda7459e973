// Own process: looks at every open socket and timer of its process.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  createApiKey,
  createGateway,
  createManualClock,
  createMemoryCreditLedger,
  createMemoryKeyStore,
  createMemoryModelStore,
  type ManualClock,
} from '@model-gateway/core';
import type { GatewayResponse } from '@model-gateway/core/http';
import { createGuardedHttpClient } from '@model-gateway/egress';
import { upstreamGateway } from '@model-gateway/providers/gateway';
import { model } from '@model-gateway/worlds';
import { aKeyedPost } from '../../core/test/builders.ts';
import { ENDPOINT } from './attempt.ts';
import { startScriptedUpstream } from './scripted-upstream.ts';
import { SCRIPT_NOW, SCRIPTS, type ScriptName } from './scripts.ts';
import { textOf } from './support/gateway-scene.ts';

/** What a client receives for a fault when there is no fallback provider. */
interface Fate {
  /** The status of a buffered answer, or of a stream that fails before its first frame. */
  readonly status: number;
  /** A stream of this script fails after its first frame, when its status was already 200. */
  readonly afterFirstFrame?: true;
  readonly retryAfter?: string;
  /** The operator is told. */
  readonly isTold?: true;
}

const FATES: Readonly<Partial<Record<ScriptName, Fate>>> = {
  'status 400 for a parameter': { status: 400 },
  'status 400 for the content': { status: 400 },
  'status 401': { status: 502, isTold: true },
  'status 402': { status: 502, isTold: true },
  'status 403': { status: 502, isTold: true },
  'status 404': { status: 502 },
  'status 408': { status: 524 },
  'status 413': { status: 413 },
  'status 429': { status: 429 },
  'status 429 in seconds': { status: 429, retryAfter: '7' },
  'status 429 by a date': { status: 429, retryAfter: '30' },
  'status 429 with garbage': { status: 429 },
  'status 500': { status: 502 },
  'status 502': { status: 502 },
  'status 504': { status: 502 },
  'status 529': { status: 529, retryAfter: '3' },
  'silence before the head': { status: 524 },
  'silence in the body': { status: 524 },
  'reset before the head': { status: 502 },
  'reset in the body': { status: 502 },
  'cut in the body': { status: 502 },
  'malformed JSON': { status: 502 },
  HTML: { status: 502 },
  empty: { status: 502 },
  'empty data': { status: 502 },
  'cut base64': { status: 502 },
  'wrong magic bytes': { status: 502 },
  'redirect to a private address': { status: 502 },
  'refusal of the content with 200': { status: 400 },
  'refusal in the stream': { status: 400 },
  'failure of the server in the stream': { status: 502 },
  'error in the stream': { status: 429, afterFirstFrame: true },
  'stream cut in an event': { status: 502, afterFirstFrame: true },
  'stream reset in an event': { status: 502, afterFirstFrame: true },
  'silence in the stream': { status: 524, afterFirstFrame: true },
};

/** Scripts that look like faults but are not. */
const HARMLESS: readonly ScriptName[] = [
  'stream with CRLF',
  'stream cut into bytes',
  'stream without the last blank line',
  'stream with comments',
];

const PRICE = 0.04;

/** A gateway over one or two scripted upstreams, reached through the guarded HTTP client. */
async function startScene(script: ScriptName, withFallback: boolean) {
  const clock = createManualClock(SCRIPT_NOW);
  const http = createGuardedHttpClient({ allow: ({ address }) => address === '127.0.0.1' });
  const upstream = await startScriptedUpstream(SCRIPTS[script]);
  const spare = await startScriptedUpstream(SCRIPTS.image);
  const ledger = createMemoryCreditLedger({ account: '1' });
  const errors: unknown[] = [];
  const provider = (slug: string, baseUrl: string) =>
    upstreamGateway({
      slug,
      name: slug,
      baseUrl,
      apiKey: 'upstream-secret',
      http,
      clock,
      models: { 'acme/painter': { endpoint: ENDPOINT } },
    });
  const providers = [provider('first', upstream.baseUrl)];
  if (withFallback) providers.push(provider('second', spare.baseUrl));
  const gateway = createGateway({
    clock,
    providers,
    inference: { ledger, http, random: () => 0 },
    onError: (error) => errors.push(error),
    stores: {
      models: createMemoryModelStore([model({ id: 'acme/painter', output: ['image'] })]),
      keys: createMemoryKeyStore([createApiKey('k', { creditAccountId: 'account' })]),
    },
  });
  return {
    clock,
    ledger,
    errors,
    upstream,
    /** Returns the whole answer, advancing time wherever the upstream falls silent. */
    async draw(stream: boolean): Promise<{ response: GatewayResponse; text: string }> {
      const value = {
        model: 'acme/painter',
        prompt: 'a cat',
        stream,
        provider: { order: ['first'] },
      };
      const progress = { isOver: false };
      void passTime(clock, upstream.silent(), progress);
      try {
        const response = await gateway.handle(aKeyedPost('/images', 'k', value));
        assert.ok(response);
        return { response, text: await textOf(response) };
      } finally {
        progress.isOver = true;
      }
    },
    async [Symbol.asyncDispose]() {
      await http.close();
      await upstream[Symbol.asyncDispose]();
      await spare[Symbol.asyncDispose]();
    },
  };
}

/**
 * From `silence` on, advances second by second until the request ends or every limit has passed.
 */
async function passTime(
  clock: ManualClock,
  silence: Promise<void>,
  progress: { readonly isOver: boolean },
): Promise<void> {
  await silence;
  for (let seconds = 0; !progress.isOver && seconds < 310; seconds++) {
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(1000);
  }
}

/** Lists what keeps the process alive, except the test's own reporting. */
const resources = () =>
  process.getActiveResourcesInfo().filter((name) => name === 'Timeout' || name === 'TCPSocketWrap');

describe('every fault of an upstream, through gateway, provider and guarded HTTP client', () => {
  let heldBefore: string[] = [];
  before(() => (heldBefore = resources()));
  after(async () => {
    for (let turns = 0; turns < 100 && resources().length > heldBefore.length; turns++) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.deepEqual(resources(), heldBefore, 'sockets or timers are left');
  });

  // Object.entries loses that the names are those of scripts and that no fate is undefined.
  for (const [script, fate] of Object.entries(FATES) as [ScriptName, Fate][]) {
    for (const stream of [false, true]) {
      it(`${script} (${stream ? 'streamed' : 'buffered'}): ${fate.status}`, async () => {
        await using scene = await startScene(script, false);
        const { response, text } = await scene.draw(stream);
        const isLate = stream && fate.afterFirstFrame === true;
        assert.equal(response.status, isLate ? 200 : fate.status, text);
        if (isLate) {
          assert.match(text, new RegExp(`"type":"error","error":\\{.*"code":"${fate.status}"`));
          assert.match(text, /data: \[DONE\]\n\n$/);
        } else {
          assert.equal(JSON.parse(text).error.code, fate.status);
          assert.equal(JSON.parse(text).error.metadata.provider_name, 'first');
          assert.equal(response.headers['retry-after'], fate.retryAfter);
        }
        assert.doesNotMatch(text, /upstream-secret|127\.0\.0\.1|169\.254/);
        assert.equal(scene.ledger.balanceOf('account'), '1');
        assert.equal(scene.clock.waiting, 0, 'timers are left');
        assert.equal(scene.errors.length, fate.isTold === true ? 1 : 0);
      });

      it(`${script} (${stream ? 'streamed' : 'buffered'}), with a fallback`, async () => {
        await using scene = await startScene(script, true);
        const { response, text } = await scene.draw(stream);
        const staysWithFirst = fate.status === 400 || (stream && fate.afterFirstFrame === true);
        if (staysWithFirst) {
          assert.equal(response.status, fate.status === 400 ? 400 : 200);
          assert.equal(scene.ledger.balanceOf('account'), '1');
        } else {
          assert.equal(response.status, 200, text);
          assert.equal(response.headers['x-provider-name'], 'second');
          assert.equal(scene.ledger.balanceOf('account'), String(1 - PRICE));
        }
        assert.equal(scene.clock.waiting, 0, 'timers are left');
        assert.equal(scene.errors.length, fate.isTold === true ? 1 : 0);
      });
    }
  }

  for (const script of HARMLESS) {
    for (const stream of [false, true]) {
      it(`${script} (${stream ? 'streamed' : 'buffered'}) is not a fault`, async () => {
        await using scene = await startScene(script, false);
        const { response, text } = await scene.draw(stream);
        assert.equal(response.status, 200, text);
        assert.equal(response.headers['x-provider-name'], 'first');
        assert.equal(scene.ledger.balanceOf('account'), String(1 - PRICE));
        assert.equal(scene.clock.waiting, 0);
      });
    }
  }
});
