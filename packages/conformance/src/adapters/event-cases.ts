import assert from 'node:assert/strict';
import type { GatewayHandler, ServerSentEvent } from '@model-gateway/core';
import type { ConformanceCase } from '../conformance-case.ts';
import type { AdapterSubject, HostMiddleware } from './adapter-subject.ts';
import { begin, decoded, headOf, send, textReader } from './client.ts';
import { echo } from './echo.ts';
import { noise } from './noise.ts';
import { signalled, within } from './within.ts';

type Source = (signal: AbortSignal) => AsyncIterable<ServerSentEvent>;

/** Serves events at `/events` and echoes everywhere else; `closed` settles with the source. */
function eventHandler(source: Source) {
  const closed = signalled();
  const handler: GatewayHandler = async (request) => {
    const { path, signal } = request;
    if (path !== '/events') return echo(request);
    assert.ok(signal);
    const events = async function* () {
      try {
        yield* source(signal);
      } finally {
        closed.resolve();
      }
    };
    return { status: 200, headers: {}, body: { kind: 'events', events: events() } };
  };
  return { handler, closed: closed.done };
}

/** Asks for the events and resolves with the head of the answer, none of its body read. */
async function openEvents(url: string) {
  const sent = begin(`${url}/v1/events`, { headers: { 'accept-encoding': 'gzip' } });
  sent.end();
  const response = await headOf(sent);
  return { response, leave: () => sent.destroy() };
}

function whenAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  );
}

async function arrivesBeforeTheNext({ mount }: AdapterSubject, before: HostMiddleware) {
  const firstArrived = signalled();
  const { handler } = eventHandler(async function* () {
    yield { data: 'first' };
    await firstArrived.done;
    yield { comment: 'still here' };
    yield { data: 'second' };
  });
  const { url } = await mount(handler, { before });
  const { response } = await openEvents(url);
  const reader = textReader(decoded(response));
  assert.equal(await reader.until('first\n\n'), 'data: first\n\n');
  firstArrived.resolve();
  assert.equal(await reader.end(), 'data: first\n\n: still here\n\ndata: second\n\n');
}

/** What fits into the buffers on the way is far less than this. */
const MOST_EVENTS_AHEAD = 500;

async function waitsForTheReader({ mount }: AdapterSubject, before: HostMiddleware) {
  let made = 0;
  const begun = signalled();
  const { handler, closed } = eventHandler(async function* () {
    for (; made < 4 * MOST_EVENTS_AHEAD; made++) {
      yield { data: noise() };
      begun.resolve();
    }
  });
  const { url } = await mount(handler, { before });
  const { leave } = await openEvents(url);
  await within(begun.done, 'the second event');
  // The host is not busy with the stream, and a source without a brake would be at its end by now.
  for (let i = 0; i < 20; i++) await send(`${url}/v1/echo`);
  assert.ok(made < MOST_EVENTS_AHEAD, `${made} events of 64 KiB were made for nobody`);
  leave();
  await within(closed, 'the end of the source');
}

async function goesOnWithTheReader({ mount }: AdapterSubject, before: HostMiddleware) {
  const count = 200;
  const { handler } = eventHandler(async function* () {
    for (let i = 0; i < count; i++) yield { data: `${i} ${noise()}` };
  });
  const { url } = await mount(handler, { before });
  const { response } = await openEvents(url);
  for (let i = 0; i < 5; i++) await send(`${url}/v1/echo`);
  let text = '';
  const reading = (async () => {
    for await (const chunk of decoded(response)) text += String(chunk);
  })();
  await within(reading, 'the rest of the stream');
  const events = text.split('\n\n').slice(0, -1);
  assert.equal(events.length, count);
  assert.ok(events.every((event, i) => event === `data: ${i} ${noise()}`));
}

/** What an adapter makes of event streams, and of clients that leave. */
export const EVENT_CASES: readonly ConformanceCase<AdapterSubject>[] = [
  {
    name: 'events go out in order, as lines closed by a blank line',
    async run({ mount }) {
      const { handler } = eventHandler(async function* () {
        yield { data: '{"a":1}' };
        yield { comment: 'still here' };
        yield { data: 'two\nlines 模型' };
        yield { dataParts: ['b', 'ytes'].map((text) => new TextEncoder().encode(text)) };
        yield { data: '[DONE]' };
      });
      const { url } = await mount(handler);
      const answer = await send(`${url}/v1/events`);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers['content-type'], 'text/event-stream; charset=utf-8');
      assert.equal(answer.headers['x-accel-buffering'], 'no');
      assert.equal(answer.headers['content-length'], undefined);
      assert.equal(
        answer.text,
        'data: {"a":1}\n\n: still here\n\ndata: two\ndata: lines 模型\n\ndata: bytes\n\ndata: [DONE]\n\n',
      );
    },
  },
  {
    name: 'a stream without events is an empty body',
    async run({ mount }) {
      const { handler } = eventHandler(async function* () {});
      const { url } = await mount(handler);
      const answer = await send(`${url}/v1/events`);
      assert.deepEqual([answer.status, answer.text], [200, '']);
    },
  },
  {
    name: 'the head of a stream arrives before its first event',
    async run({ mount }) {
      const headArrived = signalled();
      const { handler } = eventHandler(async function* () {
        await headArrived.done;
        yield { data: 'first' };
      });
      const { url } = await mount(handler);
      const { response } = await openEvents(url);
      headArrived.resolve();
      assert.equal(await textReader(response).end(), 'data: first\n\n');
    },
  },
  {
    name: 'an event arrives before the next one is made',
    run: (subject) => arrivesBeforeTheNext(subject, 'none'),
  },
  {
    name: 'behind compression an event arrives before the next one is made',
    run: (subject) => arrivesBeforeTheNext(subject, 'compress'),
  },
  {
    name: 'no more events are made than a slow reader takes',
    run: (subject) => waitsForTheReader(subject, 'none'),
  },
  {
    name: 'behind compression no more events are made than a slow reader takes',
    run: (subject) => waitsForTheReader(subject, 'compress'),
  },
  {
    name: 'a slow reader gets every event',
    run: (subject) => goesOnWithTheReader(subject, 'none'),
  },
  {
    name: 'behind compression a slow reader gets every event',
    run: (subject) => goesOnWithTheReader(subject, 'compress'),
  },
  {
    name: 'the signal aborts when the client leaves before it is answered',
    async run({ mount }) {
      const arrived = signalled();
      const aborted = signalled();
      const { url } = await mount(async ({ signal }) => {
        assert.ok(signal);
        arrived.resolve();
        await whenAborted(signal);
        aborted.resolve();
        return { status: 204, headers: {}, body: { kind: 'none' } };
      });
      const sent = begin(`${url}/v1/`);
      sent.end();
      await within(arrived.done, 'the handler');
      sent.destroy();
      await within(aborted.done, 'the signal');
    },
  },
  {
    name: 'the signal aborts and the source is closed when the client leaves a stream',
    async run({ mount }) {
      let signal: AbortSignal | undefined;
      const { handler, closed } = eventHandler(async function* (leaving) {
        signal = leaving;
        yield { data: 'first' };
        await whenAborted(leaving);
        yield { data: 'nobody reads this' };
      });
      const { url } = await mount(handler);
      const { response, leave } = await openEvents(url);
      await textReader(response).until('first');
      leave();
      await within(closed, 'the end of the source');
      assert.equal(signal?.aborted, true);
    },
  },
  {
    name: 'a source that pays no attention is closed at its next event after the client left',
    async run({ mount }) {
      const left = signalled();
      const { handler, closed } = eventHandler(async function* (leaving) {
        void whenAborted(leaving).then(left.resolve);
        yield { data: 'first' };
        await left.done;
        for (;;) yield { data: 'nobody reads this' };
      });
      const { url } = await mount(handler);
      const { response, leave } = await openEvents(url);
      await textReader(response).until('first');
      leave();
      await within(closed, 'the end of the source');
    },
  },
  {
    name: 'the signal stays quiet when the answer is complete',
    async run({ mount }) {
      const signals: (AbortSignal | undefined)[] = [];
      const { url } = await mount(async (request) => {
        signals.push(request.signal);
        return echo(request);
      });
      for (let i = 0; i < 3; i++) await send(`${url}/v1/echo`);
      assert.deepEqual(
        signals.map((signal) => signal?.aborted),
        [false, false, false],
      );
    },
  },
  {
    name: 'a source that fails in the middle ends the connection, so that the client notices',
    async run({ mount }) {
      const firstArrived = signalled();
      const { handler, closed } = eventHandler(async function* () {
        yield { data: 'first' };
        await firstArrived.done;
        throw new Error('the source broke');
      });
      const { url } = await mount(handler);
      const { response } = await openEvents(url);
      const reader = textReader(response);
      await reader.until('first');
      firstArrived.resolve();
      await assert.rejects(reader.end(), /aborted/);
      await within(closed, 'the end of the source');
      assert.equal((await send(`${url}/v1/echo`)).status, 200);
    },
  },
  {
    name: 'a source that fails at once does not leave the client waiting',
    async run({ mount }) {
      const { handler } = eventHandler(() => ({
        [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('broke')) }),
      }));
      const { url } = await mount(handler);
      const outcome = await send(`${url}/v1/events`).then(
        ({ status }) => status,
        (error: unknown) => String(error),
      );
      // Whether the head was out already is the host's matter.
      assert.ok(outcome === 500 || /aborted|hang up|reset/i.test(String(outcome)), String(outcome));
    },
  },
];
