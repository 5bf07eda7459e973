import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ProviderFailure, type GatewayResponse } from '@model-gateway/core';
import {
  anEndpoint,
  aProvider,
  draw,
  framesOf,
  partialEvent,
  settled,
  works,
  type Script,
} from '../images/image-builders.ts';
import { hangsAfterDispatch, hangsAfterPartial } from '../images/provider-scripts.ts';
import { watched, attemptsOf } from './watched.ts';

/* What observers learn of POST /images. Source: contract §1.12. */

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
