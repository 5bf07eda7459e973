import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  ACCOUNT,
  anImageGateway,
  aProvider,
  draw,
  framesOf,
  settled,
  works,
  type Script,
} from './image-builders.ts';
import {
  deaf,
  fails,
  hangs,
  hangsAfterDispatch,
  hangsAfterFirstByte,
  hangsAfterPartial,
} from './provider-scripts.ts';

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

  const points: readonly (readonly [string, Script, boolean])[] = [
    ['before the connection', hangs, false],
    ['before the first byte', hangsAfterDispatch, false],
    ['in the middle of a buffered answer', hangsAfterFirstByte, false],
    ['in front of a provider that ignores it', deaf, false],
    ['before the first frame of a stream', hangsAfterFirstByte, true],
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
      const provider = aProvider('one', hangsAfterPartial);
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
      const provider = aProvider('one', hangsAfterPartial);
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

  it('by closing the reader that waits for the next frame: the same, and not a failure', async () => {
    const provider = aProvider('one', hangsAfterPartial);
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
