import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fetchGateway } from '@model-gateway/fetch';
import {
  createMockGateway,
  type Latency,
  type LatencyName,
  type MockGatewayOptions,
  type MockTenant,
  type TimedStage,
} from '@model-gateway/mock';
import { aRequest } from '../../../core/test/builders.ts';
import { createTiming } from '../../src/latency/create-timing.ts';

const JOB = {
  model: 'acme/paint-1',
  prompt: 'red panda',
  n: 1,
  format: 'png',
  references: [],
  stream: true,
  options: {},
} as const;
const LISTING: TimedStage = {
  stage: 'answer',
  operation: 'listModels',
  request: aRequest('/models?limit=5'),
};
const drawing = (
  stage: 'start' | 'partial' | 'image',
  prompt: string = JOB.prompt,
): TimedStage => ({
  stage,
  operation: 'createImage',
  job: { ...JOB, prompt },
});
const ALL = [LISTING, drawing('start'), drawing('partial'), drawing('image')];

describe('a latency', () => {
  const cases: readonly (readonly [string, Latency, readonly number[]])[] = [
    ['may be "none"', 'none', [0, 0, 0, 0]],
    ['is the same for every stage', '1.5s', [1500, 1500, 1500, 1500]],
    ['is milliseconds', 20, [20, 20, 20, 20]],
    ['may be given for some stages', { answer: 5, image: '2s' }, [5, 0, 0, 2000]],
    ['is asked for', ({ stage }) => (stage === 'start' ? 7 : undefined), [0, 7, 0, 0]],
    [
      'is asked for by request and job',
      ({ request, job }) => (request?.search === '?limit=5' ? 1 : { partial: job?.prompt.length }),
      [1, 0, 9, 0],
    ],
  ];
  for (const [name, latency, expected] of cases) {
    it(name, () => {
      const timing = createTiming(latency, 7);
      assert.deepEqual(
        ALL.map((stage) => timing(stage)),
        expected,
      );
    });
  }

  it('lies between its minimum and maximum, and differs from request to request', () => {
    const timing = createTiming(['1s', '2s'], 7);
    const drawn = Array.from({ length: 200 }, (_, i) => timing(drawing('start', `${i}`)));
    assert.ok(drawn.every((milliseconds) => milliseconds >= 1000 && milliseconds <= 2000));
    assert.ok(new Set(drawn).size > 150);
    assert.ok(Math.min(...drawn) < 1050 && Math.max(...drawn) > 1950);
  });

  it('depends only on seed, request, stage and count', () => {
    const [one, other, eight] = [7, 7, 8].map((seed) => createTiming('typical', seed));
    assert.deepEqual(
      ALL.map((stage) => one?.(stage, 1)),
      ALL.toReversed()
        .map((stage) => other?.(stage, 1))
        .toReversed(),
    );
    assert.notEqual(one?.(LISTING), eight?.(LISTING));
    assert.notEqual(one?.(drawing('partial'), 0), one?.(drawing('partial'), 1));
  });

  it('grows from profile to profile', () => {
    const names: readonly LatencyName[] = ['none', 'fast', 'typical', 'slow'];
    for (const stage of ALL) {
      const times = names.map((name) => createTiming(name, 7)(stage));
      assert.deepEqual(
        times,
        times.toSorted((a, b) => a - b),
      );
    }
  });

  const wrong: readonly (readonly [unknown, RegExp])[] = [
    ['slwo', /a latency must be none, fast.*got "slwo"; did you mean "slow"\? \[GW1504\]$/],
    [
      { finish: 5 },
      /a latency has the stages answer, start, partial, image, first, delta, got "finish".*\[GW1504\]$/,
    ],
    [['2s', '1s'], /the minimum of a latency comes first, got \[2s, 1s\] \[GW1504\]$/],
    [-5, /\[GW1501\]$/],
    ['5 s', /\[GW1501\]$/],
    [{ image: 'long' }, /\[GW1501\]$/],
  ];
  for (const [latency, message] of wrong) {
    it(`is refused at once: ${JSON.stringify(latency)}`, () => {
      // What JavaScript may pass.
      assert.throws(() => createMockGateway({ latency: latency as Latency }), message);
    });
  }
});

/** Resolves to the milliseconds that a request takes by the clock. */
async function taken(tenant: MockTenant, path: string, body?: object): Promise<number> {
  const began = tenant.clock.now();
  const headers = { authorization: `Bearer ${tenant.apiKey}` };
  const init =
    body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  const answer = fetchGateway(tenant.handle, { mount: '' });
  const response = await answer(new Request(`http://host/v1${path}`, init));
  await response?.text();
  return tenant.clock.now() - began;
}

const quick = (options: MockGatewayOptions) =>
  createMockGateway({ clock: 'autoAdvance', ...options });
const IMAGE = { model: 'acme/paint-1', prompt: 'red panda', size: '64x64' };

describe('a tenant', () => {
  it('delays every operation, and each stage of an image in addition', async () => {
    const latency = { answer: 10, start: 100, partial: 1000, image: 10_000 };
    const gateway = quick({ latency });
    assert.equal(await taken(gateway, '/models?limit=1'), 10);
    assert.equal(await taken(gateway, '/images', IMAGE), 10_110);
    assert.equal(await taken(gateway, '/images', { ...IMAGE, n: 3 }), 30_110);
    assert.equal(await taken(gateway, '/images', { ...IMAGE, stream: true }), 11_110);
  });

  it('takes as long in every run, also for requests at the same time', async () => {
    const run = async () => {
      const gateway = quick({ latency: 'typical' });
      const prompts = ['a', 'b', 'c'];
      return Promise.all(prompts.map((prompt) => taken(gateway, '/images', { ...IMAGE, prompt })));
    };
    const [once, again] = [await run(), await run()];
    assert.deepEqual(once, again);
    assert.equal(new Set(once).size, 3);
  });

  it('is as slow as its gateway by default', async () => {
    const gateway = quick({ latency: 30 });
    assert.equal(await taken(gateway.tenant(), '/models?limit=1'), 30);
    assert.equal(await taken(gateway.tenant({ latency: 'none' }), '/models?limit=1'), 0);
  });

  it('does not delay the answers of rules', async () => {
    const gateway = quick({ latency: 'slow' });
    gateway.on('listModels').fail(500);
    assert.equal(await taken(gateway, '/models'), 0);
  });

  it('answers with the error that a latency function throws', async () => {
    // What JavaScript may return.
    const gateway = createMockGateway({ latency: () => 'slwo' as 'slow' });
    const message = /latency function of this mock failed: .*did you mean "slow"/;
    await assert.rejects(taken(gateway, '/models'), message);
  });

  const waiting = async (signal: AbortSignal | null = null) => {
    const gateway = createMockGateway({ clock: 'frozen', latency: '1h' });
    await gateway.ready();
    const answer = fetchGateway(gateway.handle, { mount: '' });
    const headers = { authorization: `Bearer ${gateway.apiKey}` };
    const answered = answer(new Request('http://host/v1/models', { headers, signal }));
    await gateway.clock.settled();
    assert.equal(gateway.clock.waiting, 1);
    return { gateway, answered };
  };

  it('ends the wait of a client that leaves', async () => {
    const client = new AbortController();
    const { gateway, answered } = await waiting(client.signal);
    client.abort();
    assert.equal((await answered)?.status, 499);
    assert.equal(gateway.clock.waiting, 0);
    assert.equal(gateway.journal.entries()[0]?.status, 499);
  });

  it('rejects a waiting request when it is disposed', async () => {
    const { gateway, answered } = await waiting();
    await gateway.close();
    const response = await answered;
    assert.ok(response);
    const { error } = await response.json();
    assert.match(error.message, /was disposed while this request was waiting \[GW1208\]/);
    assert.equal(gateway.clock.waiting, 0);
    assert.equal(gateway.journal.entries()[0]?.status, 500);
  });
});
