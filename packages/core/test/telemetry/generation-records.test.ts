import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  EgressError,
  ProviderFailure,
  type GatewayResponse,
  type Provider,
  type RecordDetail,
  type RequestRecord,
} from '@model-gateway/core';
import {
  anEndpoint,
  anImageGateway,
  aProvider,
  draw,
  framesOf,
  MODEL,
  partialEvent,
  PNG,
  settled,
  works,
  type Script,
} from '../images/image-builders.ts';
import {
  answered,
  fails,
  hangsAfterDispatch,
  hangsAfterPartial,
} from '../images/provider-scripts.ts';

/* What observers learn of POST /images. Source: contract §1.12. */

function watched(
  providers: readonly Provider[],
  { detail = 'metadata', ...options }: { detail?: RecordDetail; budgetMs?: number } = {},
) {
  const records: RequestRecord[] = [];
  const observer = {
    wants: () => detail,
    observe: (record: RequestRecord) => records.push(record),
  };
  const setup = anImageGateway(providers, { ...options, observers: [observer] });
  /** The only record. */
  const record = () => {
    assert.equal(records.length, 1, 'a request is recorded once');
    const [only] = records;
    assert.ok(only);
    return only;
  };
  return { ...setup, records, record, generation: () => record().generation };
}

const attemptsOf = ({ generation }: RequestRecord) =>
  generation?.attempts.map(({ provider, outcome, failure }) => [provider, outcome, failure]);

const refusesAddress: Script = async function* () {
  yield* [];
  const cause = new EgressError('refused', 'the address is not public');
  throw new ProviderFailure('server', 'its address may not be called', { cause });
};

describe('a generation that succeeds', () => {
  it('is recorded with provider, parameters, tokens and cost', async () => {
    const { gateway, record } = watched([aProvider('one')]);
    const { headers } = await draw(gateway, { n: 2, quality: 'high' });
    const { status, operation, ending, generation } = record();
    assert.deepEqual([status, operation, ending], [200, 'createImage', 'complete']);
    assert.deepEqual(generation, {
      id: headers['x-generation-id'],
      task: 'images',
      model: MODEL,
      provider: { slug: 'one', name: 'ONE' },
      isStream: false,
      parameters: { n: 2, quality: 'high' },
      attempts: [
        {
          provider: 'one',
          startedMs: 0,
          ms: 0,
          outcome: 'succeeded',
          failure: undefined,
          message: undefined,
          egress: undefined,
          egressCode: undefined,
        },
      ],
      firstOutputMs: 0,
      outputs: [
        { type: 'image', mediaType: 'image/png', bytes: PNG.byteLength },
        { type: 'image', mediaType: 'image/png', bytes: PNG.byteLength },
      ],
      usage: {
        promptTokens: 3,
        promptImageTokens: undefined,
        completionTokens: 10,
        completionTextTokens: undefined,
      },
      costUsd: '0.08',
      finishReason: undefined,
      content: undefined,
    });
  });

  it('counts the bytes of an image that came as base64', async () => {
    const base64 = new TextEncoder().encode(Buffer.from(PNG).toString('base64'));
    const script: Script = async function* () {
      const parts = [base64.subarray(0, 5), base64.subarray(5)];
      const data = { encoding: 'base64', parts } as const;
      yield { type: 'image', index: 0, data, mediaType: 'image/png' };
      yield { type: 'done' };
    };
    const { gateway, generation } = watched([aProvider('one', script)]);
    await draw(gateway);
    assert.deepEqual(generation()?.outputs, [
      { type: 'image', mediaType: 'image/png', bytes: PNG.byteLength },
    ]);
  });

  it('holds no prompt and no image unless the observer wants content', async () => {
    const { gateway, records } = watched([aProvider('one')]);
    await draw(gateway, { prompt: 'a canary in a coal mine' });
    assert.doesNotMatch(JSON.stringify(records), /canary|iVBOR/);
  });

  it('holds prompt, references and images for an observer that wants content', async () => {
    const { gateway, generation } = watched([aProvider('one')], { detail: 'content' });
    const url = `data:image/png;base64,${Buffer.from(PNG).toString('base64')}`;
    const references = [{ type: 'image_url', image_url: { url } }];
    await draw(gateway, { input_references: references });
    assert.deepEqual(generation()?.content, {
      prompt: 'red panda',
      references: [{ bytes: PNG, mediaType: 'image/png' }],
      text: '',
      images: [{ encoding: 'bytes', bytes: PNG }],
    });
  });
});

describe('a generation that falls back', () => {
  it('is recorded with the attempt that failed and the one that succeeded', async () => {
    const providers = [aProvider('one', fails('credential')), aProvider('two')];
    const { gateway, record } = watched(providers);
    await draw(gateway, { provider: { order: ['one', 'two'] } });
    assert.equal(record().status, 200);
    assert.deepEqual(attemptsOf(record()), [
      ['one', 'failed', 'credential'],
      ['two', 'succeeded', undefined],
    ]);
    assert.equal(record().generation?.attempts[0]?.message, 'it said credential');
    assert.equal(record().generation?.provider?.slug, 'two');
  });

  it('says that an address was refused', async () => {
    const setup = watched([aProvider('one', refusesAddress)]);
    await answered(setup, draw(setup.gateway));
    const { attempts = [] } = setup.generation() ?? {};
    assert.deepEqual(
      attempts.map(({ egress, message }) => [egress, message]),
      [
        ['refused', 'its address may not be called'],
        ['refused', 'its address may not be called'],
      ],
    );
  });

  for (const [what, code, expected] of [
    ['what OpenSSL calls it', 'CERT_HAS_EXPIRED', 'CERT_HAS_EXPIRED'],
    ['no other text of a client of the host', 'key sk-canary', undefined],
    ['nothing where the client gave nothing', undefined, undefined],
  ] as const) {
    it(`says why a connection failed: ${what}`, async () => {
      const unreachable: Script = async function* () {
        yield* [];
        const cause = new EgressError(
          'unreachable',
          'no',
          Object.assign(new Error('no'), { code }),
        );
        throw new ProviderFailure('server', 'it could not be reached', { cause });
      };
      const setup = watched([aProvider('one', unreachable)]);
      await answered(setup, draw(setup.gateway));
      const [attempt] = setup.generation()?.attempts ?? [];
      assert.deepEqual([attempt?.egress, attempt?.egressCode], ['unreachable', expected]);
    });
  }
});

describe('a generation that fails', () => {
  it('is recorded with the error of the client and no cost', async () => {
    const { gateway, record } = watched([aProvider('one', fails('server'))]);
    await draw(gateway);
    const { status, error, ending, generation } = record();
    assert.deepEqual([status, error, ending], [502, 'providerFailed', 'complete']);
    assert.deepEqual([generation?.provider, generation?.costUsd], [undefined, '0']);
  });

  for (const failure of ['policy', 'parameter'] as const) {
    it(`keeps the words of a ${failure} refusal, which may quote the prompt, for content`, async () => {
      const quotes: Script = async function* () {
        yield* [];
        throw new ProviderFailure(failure, 'red panda is not allowed');
      };
      const metadata = watched([aProvider('one', quotes)]);
      await draw(metadata.gateway);
      assert.equal(metadata.generation()?.attempts[0]?.message, undefined);
      const content = watched([aProvider('one', quotes)], { detail: 'content' });
      await draw(content.gateway);
      assert.equal(content.generation()?.attempts[0]?.message, 'red panda is not allowed');
    });
  }

  it('records a bug of a provider as a failure without a class', async () => {
    const bug: Script = async function* () {
      yield* [];
      throw new TypeError('a bug');
    };
    const { gateway, record } = watched([aProvider('one', bug)]);
    await draw(gateway);
    assert.deepEqual([record().status, record().error], [500, 'internal']);
    assert.deepEqual(attemptsOf(record()), [['one', 'failed', undefined]]);
  });

  it('has no generation when the model is not found', async () => {
    const { gateway, record } = watched([aProvider('one')]);
    await draw(gateway, { model: 'acme/none' });
    assert.deepEqual([record().status, record().generation], [404, undefined]);
  });
});

describe('a stream', () => {
  const STREAM = { stream: true };

  it('is recorded after its last frame, and not before', async () => {
    const { gateway, records, record } = watched([aProvider('one')]);
    const response = await draw(gateway, STREAM);
    await settled();
    assert.equal(records.length, 0);
    await framesOf(response);
    assert.deepEqual(
      [record().status, record().ending, record().error],
      [200, 'complete', undefined],
    );
    assert.equal(record().generation?.isStream, true);
    assert.equal(record().generation?.costUsd, '0.04');
  });

  it('counts the time until the first frame, to which keep-alives do not count', async () => {
    let go = () => {};
    const script: Script = async function* (job, context) {
      context.dispatched();
      yield partialEvent();
      await new Promise<void>((resolve) => (go = resolve));
      yield* works({ ...job, stream: false }, context);
    };
    const { gateway, clock, generation } = watched([aProvider('one', script)]);
    const response = await draw(gateway, STREAM);
    clock.advance(250);
    const frames = framesOf(response);
    await settled();
    clock.advance(15_000);
    await settled();
    go();
    await frames.catch(() => {});
    assert.equal(generation()?.firstOutputMs, 250);
  });

  it('that a provider breaks off ends broken, with the error of its last frame', async () => {
    const breaksOff: Script = async function* (_job, context) {
      context.dispatched();
      yield partialEvent();
      throw new ProviderFailure('overloaded', 'it is full');
    };
    const { gateway, record } = watched([aProvider('one', breaksOff)]);
    await framesOf(await draw(gateway, STREAM));
    const { status, ending, error, generation } = record();
    assert.deepEqual([status, ending, error], [200, 'broken', 'providerOverloaded']);
    assert.deepEqual(attemptsOf(record()), [['one', 'failed', 'overloaded']]);
    assert.equal(generation?.costUsd, '0');
  });

  it('that a bug ends is broken, too', async () => {
    const bug: Script = async function* () {
      yield partialEvent();
      throw new TypeError('a bug');
    };
    const { gateway, record } = watched([aProvider('one', bug)]);
    await assert.rejects(framesOf(await draw(gateway, STREAM)), TypeError);
    assert.deepEqual([record().ending, record().error], ['broken', 'internal']);
  });

  const leavings: readonly [string, (response: GatewayResponse, leave: () => void) => unknown][] = [
    ['leaves before it reads', (_response, leave) => leave()],
    [
      'leaves in the middle',
      async (response, leave) => {
        await readOne(response);
        leave();
      },
    ],
    [
      'closes the reader',
      async (response) => {
        const events = await readOne(response);
        await events.return?.();
      },
    ],
  ];
  for (const [what, leaving] of leavings) {
    it(`of a client that ${what} is recorded once, as abandoned`, async () => {
      const { gateway, record, records } = watched([aProvider('one', hangsAfterPartial)]);
      const client = new AbortController();
      const response = await draw(gateway, STREAM, client.signal);
      await leaving(response, () => client.abort(new Error('the client left')));
      await settled();
      client.abort();
      await settled();
      assert.equal(records.length, 1);
      assert.deepEqual([record().ending, record().error], ['abandoned', undefined]);
      assert.deepEqual(attemptsOf(record()), [['one', 'abandoned', undefined]]);
    });
  }

  it('is recorded with the charge for the images that came', async () => {
    const { gateway, record } = watched([aProvider('one', works, anEndpoint())]);
    const client = new AbortController();
    const response = await draw(gateway, { stream: true, n: 3 }, client.signal);
    const events = await readOne(response);
    await events.next();
    client.abort(new Error('the client left'));
    await settled();
    assert.deepEqual([record().ending, record().generation?.costUsd], ['abandoned', '0.04']);
  });

  it('that its reader lets stand until the budget ends is broken', async () => {
    const setup = watched([aProvider('one', works, anEndpoint())], { budgetMs: 50_000 });
    const response = await draw(setup.gateway, { stream: true, n: 3 });
    await readOne(response);
    setup.clock.advance(50_000);
    await settled();
    assert.equal(setup.record().ending, 'broken');
  });
});

describe('a client that leaves a buffered generation', () => {
  it('is recorded with 499 and an abandoned attempt', async () => {
    const { gateway, record } = watched([aProvider('one', hangsAfterDispatch)]);
    const client = new AbortController();
    const answer = draw(gateway, {}, client.signal);
    await settled();
    client.abort(new Error('the client left'));
    await answer;
    assert.deepEqual([record().status, record().ending], [499, 'abandoned']);
    assert.deepEqual(attemptsOf(record()), [['one', 'abandoned', undefined]]);
  });
});

async function readOne({ body }: GatewayResponse) {
  assert.ok(body.kind === 'events');
  const events = body.events[Symbol.asyncIterator]();
  await events.next();
  return events;
}
