import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FailureClass } from '@model-gateway/core';
import { tinyImage, type FakeReply, type Fault } from '@model-gateway/providers/testing';
import { commonFaults } from '../support/common-faults.ts';
import { SPARE_PRICE, startGatewayScene } from '../support/gateway-scene.ts';
import { inTurn } from '../support/long-tests.ts';
import { STATUS_OF } from '../support/status-of.ts';
import type { ProviderSubject } from '../support/subject.ts';
import { SUBJECTS } from '../support/providers.ts';

type Scene = Awaited<ReturnType<typeof startGatewayScene>>;

const STREAM = { stream: true };

/** Keeps the first event of a streamed answer, and `rest` after it. */
const firstEventAnd =
  (rest: string) =>
  (reply: FakeReply): FakeReply => {
    const text = Buffer.from(reply.body).toString();
    return { ...reply, body: Buffer.from(text.slice(0, text.indexOf('\n\n') + 2) + rest) };
  };

const error = (code: string) => `data: {"type":"error","error":{"code":"${code}"}}\n\n`;

/** Faults after the first image has reached the client. */
const WITHIN: readonly (readonly [what: string, fault: Fault, failure: FailureClass])[] = [
  ['an answer that breaks off', 'cut', 'server'],
  ['silence', 'silence-within', 'timeout'],
  ['an end without an image', firstEventAnd(''), 'malformed'],
  ['half an event', firstEventAnd('data: {"type":"image_generation.comp'), 'malformed'],
  ['an event that is not JSON', firstEventAnd('data: {\n\n'), 'malformed'],
  ['an error', firstEventAnd(error('server_error')), 'server'],
  ['a refusal', firstEventAnd(error('moderation_blocked')), 'policy'],
];

interface Frame {
  readonly type?: string;
  readonly error?: { readonly code?: string; readonly type?: string };
}

/** Returns the events of a stream that are JSON. */
function framesIn(text: string): readonly Frame[] {
  const frames = text.split('\n\n').filter((frame) => frame.startsWith('data: {'));
  return frames.map((frame) => JSON.parse(frame.slice('data: '.length)));
}

function balanceOf({ ledger }: Scene): number {
  return Number(ledger.balanceOf('account'));
}

async function streams(subject: ProviderSubject): Promise<boolean> {
  await using scene = await startGatewayScene(subject, false);
  return scene.provider.images.endpoint(subject.model)?.streams === true;
}

// A fault of every second provider, and of all of them in long tests.
const turns = inTurn([0, 1]);

for (const [name, subject] of Object.entries(SUBJECTS)) {
  const tried = turns();
  const doesStream = await streams(subject);

  describe(`every fault of ${name} before a streamed answer begins`, () => {
    const faults = commonFaults('submit').filter(
      // Those come after the first event where there is one.
      ({ what }) => !doesStream || !/in the middle|breaks off|half/.test(what),
    );
    for (const [position, { what, fault, failure }] of faults.entries()) {
      if (failure === undefined || !tried.includes(position % 2)) continue;
      it(`${what} is ${failure}: ${STATUS_OF[failure]}, not charged`, async () => {
        await using scene = await startGatewayScene(subject, false);
        scene.fake.fail('submit', fault);
        const { response, text } = await scene.draw(STREAM);
        assert.equal(response.status, STATUS_OF[failure], text.slice(0, 500));
        assert.equal(JSON.parse(text).error.metadata.attempts[0]?.class, failure);
        assert.equal(balanceOf(scene), 100);
        assert.deepEqual(scene.errors, []);
        assert.equal(scene.told.length, failure === 'credential' ? 1 : 0);
      });
    }

    it('is charged what it costs when nothing fails', async () => {
      await using scene = await startGatewayScene(subject, true);
      const { response, text } = await scene.draw(STREAM);
      assert.equal(response.status, 200, text.slice(0, 500));
      assert.equal(response.body.kind, doesStream ? 'events' : 'bytes');
      assert.equal(balanceOf(scene), 100 - Number(subject.cost));
      assert.equal(scene.clock.waiting, 0, 'timers are left');
    });
  });

  if (!doesStream) continue;

  describe(`every fault of ${name} within a streamed answer`, () => {
    for (const [what, fault, failure] of WITHIN) {
      it(`${what} is an event, ${failure}: not charged, and no other provider is tried`, async () => {
        await using scene = await startGatewayScene(subject, true);
        scene.fake.fail('submit', fault);
        const { response, text } = await scene.draw(STREAM);
        assert.equal(response.status, 200, text.slice(0, 500));
        const [partial, last, ...others] = framesIn(text);
        assert.equal(partial?.type, 'image_generation.partial_image');
        assert.equal(last?.type, 'error');
        assert.equal(last.error?.code, String(STATUS_OF[failure]));
        assert.equal(last.error?.type, failure);
        assert.deepEqual(others, []);
        assert.ok(text.endsWith('data: [DONE]\n\n'));
        assert.equal(balanceOf(scene), 100);
        assert.equal(scene.clock.waiting, 0, 'timers are left');
      });
    }

    it('a fault before the first event goes to the next provider', async () => {
      await using scene = await startGatewayScene(subject, true);
      scene.fake.fail('submit', 'reset');
      const { response } = await scene.draw(STREAM);
      assert.equal(response.status, 200);
      assert.equal(balanceOf(scene), 100 - Number(SPARE_PRICE));
    });

    it('a client that leaves closes the connection, and is not charged', async () => {
      await using scene = await startGatewayScene(subject, true);
      scene.fake.fail('submit', 'silence-within');
      const client = new AbortController();
      const { body } = await scene.ask(STREAM, client.signal);
      assert.ok(body.kind === 'events');
      const events = body.events[Symbol.asyncIterator]();
      await events.next();
      const reason = new Error('the client left');
      client.abort(reason);
      await assert.rejects(async () => events.next(), reason);
      await scene.fake.allClosed();
      assert.equal(balanceOf(scene), 100);
      assert.equal(scene.fake.requests.length, 1);
      assert.equal(scene.clock.waiting, 0, 'timers are left');
    });

    it('a client that does not read stops the provider after one image', async () => {
      const FRAMES = 12;
      await using scene = await startGatewayScene(subject, true);
      scene.fake.fail('submit', (reply) => ({ ...reply, body: manyImages(FRAMES) }));
      const { body } = await scene.ask(STREAM);
      assert.ok(body.kind === 'events');
      const events = body.events[Symbol.asyncIterator]();
      await events.next();
      for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
      // One image, and what arrived with its end.
      assert.ok(scene.received() <= 1.2 * FRAME_BYTES, `${scene.received()} bytes`);
      let frames = 1;
      while ((await events.next()).done !== true) frames++;
      // With [DONE].
      assert.equal(frames, FRAMES + 1);
    });
  });
}

const FRAME_BYTES = 1024 * 1024;

/** Partial images of a megabyte each, and a complete one. */
function manyImages(count: number): Uint8Array {
  const tiny = Buffer.from(tinyImage('png'), 'base64');
  const [head, tail] = [tiny.subarray(0, 33), tiny.subarray(33)];
  const length = (FRAME_BYTES / 4) * 3 - tiny.byteLength;
  const b64_json = Buffer.concat([head, Buffer.alloc(length), tail]).toString('base64');
  const frame = (type: string) => `data: ${JSON.stringify({ type, b64_json })}\n\n`;
  const partial = frame('image_generation.partial_image');
  return Buffer.from(partial.repeat(count - 1) + frame('image_generation.completed'));
}
