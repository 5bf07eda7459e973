import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'node:test';
import { head, stream } from '../../scripts.ts';
import { startScriptedUpstream, type Script } from '../../scripted-upstream.ts';
import { KEY, MODEL, startChatGateway, type ChatGateway } from '../../support/chat-gateway.ts';
import { ESTIMATE, FULL } from './faults.ts';
import { chunk, streamOf, WIRES, type MatrixWire, type WireName } from './wires.ts';

const { FINISH, USAGE, END } = WIRES['openai-chat'];
const HEAD = { write: head(200, { 'content-type': 'text/event-stream' }) };
const LEFT = new Error('the client left');

/** Row 36: where a client leaves, and what it pays, in millionths of a dollar. */
const placesOf = (
  wire: MatrixWire,
): readonly (readonly [where: string, script: Script, taken: RegExp, micros: number])[] => {
  const { ROLE, says, REASONING, CALL, called, FINISH: finish, USAGE: usage } = wire;
  const text = [ROLE, says('Hel')];
  const silent = (frames: readonly string[]) => streamOf(wire, frames, 'silence');
  return [
    ['in the text', silent(text), /"Hel"/, ESTIMATE],
    ['in the reasoning', silent([ROLE, REASONING]), /"Hm"/, ESTIMATE],
    // Where nothing is awaited behind the finish or the counts, the answer is over with them.
    ...(wire.finishCounts === true
      ? []
      : [['before the counts', silent([...text, finish]), /"Hel"/, ESTIMATE] as const]),
    ...(wire.finishCounts === true || wire.endsWithCounts === true
      ? []
      : [['before the mark', silent([...text, finish, usage]), /"Hel"/, FULL] as const]),
    // Where calls come whole, nobody has read a part of one.
    ...(called.said === 'Hel'
      ? []
      : [['in a call', silent([ROLE, CALL]), /"arguments":"\{/, called.micros] as const]),
  ];
};

const beforeOf = (wire: MatrixWire): Readonly<Record<string, Script>> => ({
  'before the head': ['silence'],
  'behind the head': [HEAD, 'silence'],
  'behind the role': streamOf(wire, [wire.ROLE], 'silence'),
});

/** Nothing is left, and this was paid. */
async function settle(scene: ChatGateway, micros: number, signal: AbortSignal): Promise<void> {
  await scene.settled();
  assert.equal(Math.round(scene.charged() * 1e8) / 100, micros);
  assert.equal(scene.clock.waiting, 0, 'timers are left');
  assert.equal(getEventListeners(signal, 'abort').length, 0, 'listeners are left');
  assert.deepEqual(scene.errors, []);
  assert.deepEqual(scene.gateway.breakers(), []);
}

// The names of a table are its keys.
for (const wire of Object.keys(WIRES) as WireName[]) {
  describe(`a client that leaves, over ${wire}`, () => {
    for (const [where, script, taken, micros] of placesOf(WIRES[wire])) {
      it(`ends the call at once and pays what it took: ${where}`, async () => {
        await using upstream = await startScriptedUpstream(script);
        await using scene = await startChatGateway({ wire, upstream });
        const client = new AbortController();
        const { body } = await scene.ask({ stream: true }, client.signal);
        assert.ok(body.kind === 'stream');
        const chunks = body.chunks[Symbol.asyncIterator]();
        let text = '';
        while (!taken.test(text)) text += Buffer.from((await chunks.next()).value ?? []).toString();
        await upstream.silent();
        const waiting = chunks.next();
        // What the upstream has written has to be read: the counts are told in it.
        for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
        client.abort(LEFT);
        await assert.rejects(waiting, LEFT);
        await upstream.allClosed();
        await settle(scene, micros, client.signal);
        assert.equal(scene.records[0]?.ending, 'abandoned');
      });
    }

    for (const [where, script] of Object.entries(beforeOf(WIRES[wire]))) {
      for (const streamed of [true, false]) {
        it(`ends the call at once and pays nothing: ${where}, ${streamed ? 'streamed' : 'whole'}`, async () => {
          await using upstream = await startScriptedUpstream(script);
          await using scene = await startChatGateway({ wire, upstream, withSpare: true });
          const client = new AbortController();
          const waiting = scene.ask({ stream: streamed }, client.signal);
          await upstream.silent();
          client.abort(LEFT);
          // There is nobody to answer any more.
          await waiting;
          await upstream.allClosed();
          await settle(scene, 0, client.signal);
          assert.equal(scene.spare.requests.length, 0);
        });
      }
    }
  });
}

describe('a client that leaves', () => {
  it('in the middle of an answer in one piece pays nothing', async () => {
    const type = { 'content-type': 'application/json', 'content-length': '99' };
    await using upstream = await startScriptedUpstream([
      { write: head(200, type) },
      { write: '{"choices"' },
      'silence',
    ]);
    await using scene = await startChatGateway({ upstream });
    const client = new AbortController();
    const waiting = scene.ask({}, client.signal);
    await upstream.silent();
    client.abort(LEFT);
    await waiting;
    await upstream.allClosed();
    await settle(scene, 0, client.signal);
  });

  it('ends the call over a real connection, in each phase', async () => {
    for (const [script, streamed] of [
      [['silence'], true],
      [['silence'], false],
      [stream([chunk({ content: 'Hel' })], 'silence'), true],
    ] as const) {
      await using upstream = await startScriptedUpstream(script);
      await using scene = await startChatGateway({ upstream, isServed: true });
      const client = new AbortController();
      const answer = fetch(`${scene.baseURL}/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          model: MODEL,
          stream: streamed,
          messages: [{ role: 'user', content: 'Hi' }],
        }),
        signal: client.signal,
      }).then((response) => response.text());
      answer.catch(() => {});
      await upstream.silent();
      client.abort();
      await assert.rejects(answer);
      await upstream.allClosed();
      await scene.settled();
      assert.deepEqual(scene.errors, []);
    }
  });
});

describe('a client that does not read', () => {
  it('stops its upstream, and nobody else', async () => {
    const [MOST, SIZE] = [64, 256 * 1024];
    const pieces = Array.from({ length: MOST }, () => chunk({ content: 'x'.repeat(SIZE) }));
    await using upstream = await startScriptedUpstream(stream([...pieces, FINISH, USAGE, END]));
    await using scene = await startChatGateway({ upstream });
    const { body } = await scene.ask({ stream: true });
    assert.ok(body.kind === 'stream');
    const chunks = body.chunks[Symbol.asyncIterator]();
    await chunks.next();
    for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve));
    const read = scene.received();
    assert.ok(read < 4 * SIZE, `${read} bytes were read`);
    let length = 0;
    for (;;) {
      const { done, value } = await chunks.next();
      if (done === true) break;
      length += value.byteLength;
    }
    assert.ok(length > (MOST - 4) * SIZE);
    assert.equal(Math.round(scene.charged() * 1e6), FULL);
  });
});
