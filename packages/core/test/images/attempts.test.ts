import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ProviderFailure, type FailureClass, type GatewayResponse } from '@model-gateway/core';
import {
  ACCOUNT,
  anEndpoint,
  anImageGateway,
  aProvider,
  draw,
  framesOf,
  imageEvent,
  jsonOf,
  partialEvent,
  settled,
  works,
  type Script,
} from './image-builders.ts';

/** Fails after the request was handed over. */
function fails(failure: FailureClass, retryAfterMs?: number): Script {
  return async function* (_job, context) {
    context.dispatched();
    yield* [];
    throw new ProviderFailure(failure, `it said ${failure}`, { retryAfterMs });
  };
}

/** Fails before anything reached the provider. */
const unreachable: Script = async function* () {
  yield* [];
  throw new ProviderFailure('server', 'no connection');
};

/** Waits for its signal and for nothing else. */
const hangs: Script = async function* (_job, { signal }) {
  yield* [];
  await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
};

const hangsAfterDispatch: Script = async function* (job, context) {
  context.dispatched();
  yield* hangs(job, context);
};

/** Ignores its signal for ever. */
const deaf: Script = async function* (_job, context) {
  context.dispatched();
  yield* [];
  await new Promise(() => {});
};

type Setup = ReturnType<typeof anImageGateway>;

/** Moves time in steps until the answer is there; fails rather than hang. */
async function answered(
  { clock }: Setup,
  answer: Promise<GatewayResponse>,
  stepMs = 1000,
): Promise<{ response: GatewayResponse; waitedMs: number }> {
  const started = clock.now();
  let response: GatewayResponse | undefined;
  void answer.then((value) => (response = value));
  for (let steps = 0; steps < 400; steps++) {
    await settled();
    if (response !== undefined) return { response, waitedMs: clock.now() - started };
    clock.advance(stepMs);
  }
  return assert.fail('no answer within the time');
}

const classesOf = (response: GatewayResponse) =>
  jsonOf(response).error?.metadata?.attempts?.map((attempt) => attempt.class);

describe('failures of a provider (decisions §4.6)', () => {
  const mapping: readonly (readonly [FailureClass, number, boolean])[] = [
    ['parameter', 400, false],
    ['policy', 400, false],
    ['credential', 502, true],
    ['model', 502, true],
    ['timeout', 524, true],
    ['too-large', 413, true],
    ['rate-limited', 429, true],
    ['server', 502, true],
    ['malformed', 502, true],
    ['overloaded', 529, true],
  ];
  for (const [failure, status, triesNext] of mapping) {
    it(`${failure} is ${status} as the last word`, async () => {
      const { gateway, ledger } = anImageGateway([aProvider('one', fails(failure))]);
      const response = await draw(gateway);
      assert.equal(response.status, status);
      assert.deepEqual(jsonOf(response).error?.metadata?.attempts, [
        { provider: 'one', class: failure, ms: 0 },
      ]);
      assert.equal(jsonOf(response).error?.metadata?.['provider_name'], 'ONE');
      assert.equal(ledger.balanceOf(ACCOUNT), '10');
    });

    for (const stream of [false, true]) {
      it(`${failure} ${triesNext ? 'goes' : 'does not go'} to the next (stream: ${stream})`, async () => {
        const second = aProvider('two');
        const { gateway } = anImageGateway([aProvider('one', fails(failure)), second]);
        const response = await draw(gateway, { stream });
        assert.equal(response.status, triesNext ? 200 : 400);
        assert.equal(second.jobs.length, triesNext ? 1 : 0);
      });
    }
  }

  it('of which one is our bug is a 500 that tells nothing', async () => {
    const { gateway, errors, ledger } = anImageGateway([
      aProvider('one', async function* () {
        yield* [];
        throw new TypeError('the password is hunter2');
      }),
    ]);
    const response = await draw(gateway);
    assert.equal(response.status, 500);
    assert.equal(jsonOf(response).error?.message, 'Internal server error');
    assert.equal(errors.length, 1);
    assert.equal(ledger.balanceOf(ACCOUNT), '10');
  });

  it('tell the client the one that it can do most about', async () => {
    const mixes: readonly (readonly [readonly FailureClass[], number])[] = [
      [['server', 'rate-limited', 'overloaded'], 429],
      [['overloaded', 'timeout'], 529],
      [['server', 'timeout'], 524],
      [['rate-limited', 'too-large', 'server'], 413],
      [['rate-limited', 'policy'], 400],
      [['server', 'credential'], 502],
    ];
    for (const [failures, status] of mixes) {
      const providers = failures.map((failure, i) => aProvider(`p${i}`, fails(failure)));
      const response = await draw(anImageGateway(providers).gateway);
      assert.equal(response.status, status, failures.join());
      assert.deepEqual(classesOf(response), failures);
    }
  });

  it('that ask for a wait answer with the smallest', async () => {
    const providers = [9000, 4100].map((ms, i) => aProvider(`p${i}`, fails('rate-limited', ms)));
    const response = await draw(anImageGateway(providers).gateway);
    assert.equal(response.status, 429);
    assert.equal(response.headers['retry-after'], '5');
  });
});

describe('attempts (decisions §4.6)', () => {
  it('are at most three', async () => {
    const providers = ['a', 'b', 'c', 'd'].map((slug) => aProvider(slug, fails('server')));
    const response = await draw(anImageGateway(providers).gateway);
    assert.equal(classesOf(response)?.length, 3);
    assert.equal(providers[3]?.jobs.length, 0);
  });

  it('go to one provider only without fallbacks', async () => {
    const second = aProvider('two');
    const { gateway } = anImageGateway([aProvider('one', fails('server')), second]);
    const response = await draw(gateway, { provider: { allow_fallbacks: false, order: ['one'] } });
    assert.equal(response.status, 502);
    assert.equal(second.jobs.length, 0);
  });

  it('go to the same endpoint again, once, when nothing reached it', async () => {
    const provider = aProvider('one', [unreachable, works]);
    const setup = anImageGateway([provider]);
    const { response } = await answered(setup, draw(setup.gateway), 100);
    assert.equal(response.status, 200);

    const dead = aProvider('one', unreachable);
    const again = anImageGateway([dead]);
    const second = await answered(again, draw(again.gateway), 100);
    assert.equal(second.response.status, 502);
    assert.equal(dead.jobs.length, 2);
  });

  it('do not repeat what may have been billed', async () => {
    const provider = aProvider('one', [fails('server'), works]);
    assert.equal((await draw(anImageGateway([provider]).gateway)).status, 502);
    assert.equal(provider.jobs.length, 1);
  });

  for (const failure of ['rate-limited', 'overloaded'] as const) {
    it(`wait for an endpoint that is ${failure} and asks for at most 2 s`, async () => {
      const provider = aProvider('one', [fails(failure, 1500), works]);
      const setup = anImageGateway([provider]);
      const { response, waitedMs } = await answered(setup, draw(setup.gateway), 100);
      assert.equal(response.status, 200);
      assert.ok(waitedMs >= 1500, `${waitedMs} ms`);

      const patient = aProvider('one', [fails(failure, 2001), works]);
      const response2 = await draw(anImageGateway([patient]).gateway);
      assert.notEqual(response2.status, 200);
      assert.equal(patient.jobs.length, 1);
    });
  }

  it('prefer another endpoint to waiting for the same', async () => {
    const first = aProvider('one', [fails('rate-limited', 1000), works]);
    const setup = anImageGateway([first, aProvider('two')]);
    const { headers } = await draw(setup.gateway);
    assert.equal(headers['x-provider-name'], 'TWO');
    assert.equal(first.jobs.length, 1);
  });
});

describe('time (decisions §4.6)', () => {
  const slow: readonly (readonly [string, Script, boolean, number])[] = [
    ['connecting takes more than 5 s', hangs, false, 5000],
    ['the first byte takes more than 120 s', hangsAfterDispatch, false, 120_000],
    ['the first byte of a stream takes more than 60 s', hangsAfterDispatch, true, 60_000],
    ['a provider that ignores its signal takes no longer', deaf, false, 120_000],
    [
      'nothing comes for 60 s in the middle of an answer',
      async function* (job, context) {
        context.dispatched();
        context.progress();
        yield* hangs(job, context);
      },
      false,
      60_000,
    ],
    [
      'an attempt that keeps dripping takes more than 180 s',
      async function* (_job, context) {
        context.dispatched();
        yield* [];
        while (!context.signal.aborted) {
          context.progress();
          await settled();
        }
        throw context.signal.reason;
      },
      false,
      180_000,
    ],
  ];
  for (const [name, script, stream, expectedMs] of slow) {
    it(`${name}: 524`, async () => {
      const provider = aProvider('one', script);
      const setup = anImageGateway([provider]);
      const order = { order: ['one'], allow_fallbacks: false };
      const { response, waitedMs } = await answered(
        setup,
        draw(setup.gateway, { stream, provider: order }),
      );
      assert.equal(response.status, 524);
      // A connection that was never made is tried once more.
      const tries = provider.jobs.length;
      assert.ok(waitedMs >= expectedMs * tries, `${waitedMs} ms`);
      assert.ok(waitedMs <= expectedMs * tries + 3000, `${waitedMs} ms`);
      assert.equal(setup.clock.waiting, 0);
      assert.equal(setup.ledger.balanceOf(ACCOUNT), '10');
    });
  }

  it('ends the whole request after its budget, whatever is still to be tried', async () => {
    const providers = ['a', 'b', 'c'].map((slug) => aProvider(slug, hangsAfterDispatch));
    const setup = anImageGateway(providers, { budgetMs: 300_000 });
    const { response, waitedMs } = await answered(setup, draw(setup.gateway));
    assert.equal(response.status, 524);
    assert.equal(waitedMs, 300_000);
    assert.deepEqual(classesOf(response), ['timeout', 'timeout', 'timeout']);
    assert.equal(setup.clock.waiting, 0);
  });

  it('ends while it waits to try again', async () => {
    const setup = anImageGateway([aProvider('one', [fails('overloaded', 2000), works])], {
      budgetMs: 1000,
    });
    const { response } = await answered(setup, draw(setup.gateway), 100);
    assert.equal(response.status, 529);
    assert.equal(setup.clock.waiting, 0);
  });
});

describe('what a provider returns is checked', () => {
  const answers: readonly (readonly [string, Script])[] = [
    [
      'too few images',
      async function* () {
        yield { type: 'done' };
      },
    ],
    [
      'no end',
      async function* () {
        yield imageEvent(0);
      },
    ],
    [
      'an image twice',
      async function* () {
        yield imageEvent(0);
        yield imageEvent(0);
        yield { type: 'done' };
      },
    ],
    [
      'an image that was not asked for',
      async function* () {
        yield imageEvent(1);
        yield { type: 'done' };
      },
    ],
    [
      'bytes that are no image',
      async function* () {
        const bytes = new TextEncoder().encode('<html>Bad gateway</html>');
        yield {
          type: 'image',
          index: 0,
          data: { encoding: 'bytes', bytes },
          mediaType: 'image/png',
        };
        yield { type: 'done' };
      },
    ],
    [
      'an image that breaks off',
      async function* () {
        const event = imageEvent(0);
        assert.ok(event.type === 'image' && event.data.encoding === 'bytes');
        const bytes = event.data.bytes.subarray(0, 40);
        yield { ...event, data: { encoding: 'bytes', bytes } };
        yield { type: 'done' };
      },
    ],
    [
      'cut base64',
      async function* () {
        const parts = [new TextEncoder().encode('iVBORw0KGgo')];
        yield {
          type: 'image',
          index: 0,
          data: { encoding: 'base64', parts },
          mediaType: 'image/png',
        };
        yield { type: 'done' };
      },
    ],
  ];
  for (const [name, script] of answers) {
    it(`${name}: 502, or the next provider`, async () => {
      const response = await draw(anImageGateway([aProvider('one', script)]).gateway);
      assert.equal(response.status, 502);
      assert.deepEqual(classesOf(response), ['malformed']);
      const { gateway } = anImageGateway([aProvider('one', script), aProvider('two')]);
      assert.equal((await draw(gateway)).status, 200);
    });
  }

  it('the bytes say the media type, whatever the provider says', async () => {
    const provider = aProvider('one', async function* () {
      const event = imageEvent(0);
      assert.ok(event.type === 'image');
      yield { ...event, mediaType: 'image/jpeg' };
      yield { type: 'done' };
    });
    const response = await draw(anImageGateway([provider]).gateway);
    assert.equal(jsonOf(response).data?.[0]?.media_type, 'image/png');
  });
});

describe('a stream that fails', () => {
  const after = (last: Script): Script =>
    async function* (job, context) {
      context.dispatched();
      context.progress();
      yield partialEvent();
      yield* last(job, context);
    };

  it('after its first frame stays with its provider and says so', async () => {
    const second = aProvider('two');
    const { gateway, ledger } = anImageGateway([
      aProvider('one', after(fails('overloaded'))),
      second,
    ]);
    const frames = await framesOf(await draw(gateway, { stream: true }));
    assert.deepEqual(frames.slice(1), [
      {
        type: 'error',
        error: { message: 'Provider returned error', code: '529', type: 'overloaded' },
      },
      '[DONE]',
    ]);
    assert.equal(second.jobs.length, 0);
    assert.equal(ledger.balanceOf(ACCOUNT), '10');
  });

  it('in silence gets comments every 15 s and ends after 60 s', async () => {
    const setup = anImageGateway([aProvider('one', after(hangs))]);
    const response = await draw(setup.gateway, { stream: true });
    const reading = framesOf(response);
    let frames: readonly unknown[] | undefined;
    void reading.then((value) => (frames = value));
    for (let second = 0; second < 61; second++) {
      await settled();
      setup.clock.advance(1000);
    }
    await settled();
    assert.deepEqual(frames?.slice(1), [
      ': keep-alive',
      ': keep-alive',
      ': keep-alive',
      ': keep-alive',
      {
        type: 'error',
        error: { message: 'Request timed out, try again later', code: '524', type: 'timeout' },
      },
      '[DONE]',
    ]);
    assert.equal(setup.clock.waiting, 0);
  });
});

describe('the breaker of an endpoint', () => {
  const failing = async (setup: Setup, times: number) => {
    for (let i = 0; i < times; i++) await draw(setup.gateway);
  };

  it('opens after five failures in a row, and says when to come back', async () => {
    const provider = aProvider('one', fails('server'));
    const setup = anImageGateway([provider]);
    await failing(setup, 5);
    const response = await draw(setup.gateway);
    assert.equal(response.status, 529);
    assert.equal(response.headers['retry-after'], '15');
    assert.equal(provider.jobs.length, 5);
  });

  it('lets one request probe after 15 s and closes when it succeeds', async () => {
    const broken = fails('server');
    const provider = aProvider('one', [broken, broken, broken, broken, broken, works]);
    const setup = anImageGateway([provider]);
    await failing(setup, 5);
    setup.clock.advance(15_000);
    assert.equal((await draw(setup.gateway)).status, 200);
    assert.equal((await draw(setup.gateway)).status, 200);
  });

  it('opens again when the probe fails', async () => {
    const provider = aProvider('one', fails('server'));
    const setup = anImageGateway([provider]);
    await failing(setup, 5);
    setup.clock.advance(15_000);
    assert.equal((await draw(setup.gateway)).status, 502);
    assert.equal((await draw(setup.gateway)).status, 529);
    assert.equal(provider.jobs.length, 6);
  });

  it('lets only one request probe at a time', async () => {
    const broken = fails('server');
    const provider = aProvider('one', [broken, broken, broken, broken, broken, hangsAfterDispatch]);
    const setup = anImageGateway([provider]);
    await failing(setup, 5);
    setup.clock.advance(15_000);
    const client = new AbortController();
    const probe = draw(setup.gateway, {}, client.signal);
    await settled();
    assert.equal((await draw(setup.gateway)).status, 529);
    client.abort();
    await probe;
    assert.equal(provider.jobs.length, 6);
  });

  it('does not count refusals of requests, and begins anew after a success', async () => {
    const broken = fails('server');
    const provider = aProvider('one', [
      broken,
      broken,
      broken,
      broken,
      works,
      broken,
      broken,
      fails('policy'),
      fails('policy'),
      works,
    ]);
    const setup = anImageGateway([provider]);
    await failing(setup, 9);
    assert.equal((await draw(setup.gateway)).status, 200);
  });

  it('puts ill endpoints behind healthy ones that cost more', async () => {
    const cheap = aProvider('cheap', fails('server'), anEndpoint({ pricing: [] }));
    const setup = anImageGateway([cheap, aProvider('dear')]);
    await failing(setup, 6);
    assert.equal(cheap.jobs.length, 5);
  });
});

describe('time that is not the provider’s', () => {
  it('is a slow reader’s: neither the stream nor the endpoint suffers', async () => {
    const provider = aProvider('one', async function* (job, context) {
      context.dispatched();
      for (let i = 0; i < 5; i++) yield partialEvent(i);
      yield* works(job, context);
    });
    const setup = anImageGateway([provider]);
    const { body } = await draw(setup.gateway, { stream: true });
    assert.ok(body.kind === 'events');
    let frames = 0;
    for await (const _frame of body.events) {
      frames++;
      setup.clock.advance(40_000);
    }
    // Six partial images, the image and [DONE].
    assert.equal(frames, 8);
    assert.equal(setup.ledger.balanceOf(ACCOUNT), '9.96');
    assert.equal(setup.clock.waiting, 0);
  });

  it('is the gateway’s, once something came: a provider need not say that it was reached', async () => {
    const provider = aProvider('one', async function* (_job, { signal }) {
      yield partialEvent();
      await new Promise((resolve, reject) => {
        setup.clock.after(30_000, () => resolve(undefined));
        signal.addEventListener('abort', () => reject(signal.reason));
      });
      yield imageEvent(0);
      yield { type: 'done' };
    });
    const setup = anImageGateway([provider]);
    const response = await draw(setup.gateway, { stream: true });
    const reading = framesOf(response);
    for (let second = 0; second < 31; second++) {
      await settled();
      setup.clock.advance(1000);
    }
    assert.equal((await reading).at(-1), '[DONE]');
    assert.equal(setup.ledger.balanceOf(ACCOUNT), '9.96');
  });
});

describe('the client leaves', () => {
  it('before it reads the stream of a probe: the next request may probe again', async () => {
    const broken = fails('server');
    const provider = aProvider('one', [broken, broken, broken, broken, broken, works]);
    const setup = anImageGateway([provider]);
    for (let i = 0; i < 5; i++) await draw(setup.gateway);
    setup.clock.advance(15_000);
    const client = new AbortController();
    assert.equal((await draw(setup.gateway, { stream: true }, client.signal)).status, 200);
    client.abort();
    await settled();
    assert.equal((await draw(setup.gateway)).status, 200);
  });

  const reached = (script: Script): Script =>
    async function* (job, context) {
      context.dispatched();
      context.progress();
      yield* script(job, context);
    };
  const points: readonly (readonly [string, Script, boolean])[] = [
    ['before the connection', hangs, false],
    ['before the first byte', hangsAfterDispatch, false],
    ['in the middle of a buffered answer', reached(hangs), false],
    ['in front of a provider that ignores it', deaf, false],
    ['before the first frame of a stream', reached(hangs), true],
  ];
  for (const [name, script, stream] of points) {
    it(`${name}: the call ends and the credits are free again`, async () => {
      const provider = aProvider('one', script);
      const setup = anImageGateway([provider]);
      const client = new AbortController();
      const answer = draw(setup.gateway, { stream }, client.signal);
      await settled();
      assert.equal(provider.jobs.length, 1);
      assert.equal(setup.ledger.balanceOf(ACCOUNT), '9.96');
      client.abort();
      await answer;
      await settled();
      assert.equal(setup.ledger.balanceOf(ACCOUNT), '10');
      assert.equal(setup.clock.waiting, 0);
      assert.deepEqual(setup.errors, []);
      if (script !== deaf) assert.equal(provider.running, 0);
    });
  }

  for (const [name, reads] of [
    ['unread', 0],
    ['half read', 1],
  ] as const) {
    it(`while its stream is ${name}: the call ends and the credits are free again`, async () => {
      const provider = aProvider('one', async function* (job, context) {
        context.dispatched();
        yield partialEvent();
        yield* hangs(job, context);
      });
      const setup = anImageGateway([provider]);
      const client = new AbortController();
      const { body } = await draw(setup.gateway, { stream: true }, client.signal);
      assert.ok(body.kind === 'events');
      const iterator = body.events[Symbol.asyncIterator]();
      for (let i = 0; i < reads; i++) await iterator.next();
      client.abort();
      await settled();
      assert.equal(provider.running, 0);
      assert.equal(setup.ledger.balanceOf(ACCOUNT), '10');
      assert.equal(setup.clock.waiting, 0);
    });

    it(`by closing the reader of a stream that is ${name}: the same`, async () => {
      const provider = aProvider('one', async function* (job, context) {
        context.dispatched();
        yield partialEvent();
        yield* hangs(job, context);
      });
      const setup = anImageGateway([provider]);
      const { body } = await draw(setup.gateway, { stream: true });
      assert.ok(body.kind === 'events');
      const iterator = body.events[Symbol.asyncIterator]();
      for (let i = 0; i < reads; i++) await iterator.next();
      await iterator.return?.();
      await settled();
      assert.equal(provider.running, 0);
      assert.equal(setup.ledger.balanceOf(ACCOUNT), '10');
      assert.equal(setup.clock.waiting, 0);
    });
  }

  it('by closing the reader that waits for the next frame: the same, and it is no failure', async () => {
    const provider = aProvider('one', async function* (job, context) {
      context.dispatched();
      yield partialEvent();
      yield* hangs(job, context);
    });
    const setup = anImageGateway([provider]);
    const { body } = await draw(setup.gateway, { stream: true });
    assert.ok(body.kind === 'events');
    const iterator = body.events[Symbol.asyncIterator]();
    await iterator.next();
    const waiting = iterator.next().catch(() => {});
    await settled();
    await iterator.return?.();
    await waiting;
    assert.equal(provider.running, 0);
    assert.equal(setup.ledger.balanceOf(ACCOUNT), '10');
    assert.deepEqual(setup.errors, []);
  });

  it('before anything began: no provider is called', async () => {
    const provider = aProvider('one');
    const setup = anImageGateway([provider]);
    await draw(setup.gateway, {}, AbortSignal.abort());
    assert.equal(provider.running, 0);
    assert.equal(setup.ledger.balanceOf(ACCOUNT), '10');
  });

  it('after the last image: it is paid', async () => {
    const setup = anImageGateway([aProvider('one')]);
    const client = new AbortController();
    const response = await draw(setup.gateway, { stream: true }, client.signal);
    await framesOf(response);
    client.abort();
    await settled();
    assert.equal(setup.ledger.balanceOf(ACCOUNT), '9.96');
  });
});
