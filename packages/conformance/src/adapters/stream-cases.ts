import assert from 'node:assert/strict';
import type { ResponseBody } from '@model-gateway/core/http';
import type { ConformanceCase } from '../conformance-case.ts';
import type { AdapterSubject, HostMiddleware } from './adapter-subject.ts';
import { decoded, send, textReader } from './client.ts';
import { noise } from './noise.ts';
import { openStream, streamHandler, whenAborted, type Source } from './streaming.ts';
import { signalled, within } from './within.ts';

/** A kind of body that is produced while it is sent; the cases write it as pieces of text. */
interface StreamKind {
  readonly piece: 'event' | 'chunk';
  toBody(texts: AsyncIterable<string>): ResponseBody;
  /** One piece as it goes over the wire. */
  onWire(text: string): string;
}

const EVENTS: StreamKind = {
  piece: 'event',
  toBody: (texts) => ({ kind: 'events', events: mapped(texts, (data) => ({ data })) }),
  onWire: (text) => `data: ${text}\n\n`,
};

const CHUNKS: StreamKind = {
  piece: 'chunk',
  toBody: (texts) => ({
    kind: 'stream',
    chunks: mapped(texts, (text) => new TextEncoder().encode(text)),
    contentType: 'text/x-own',
  }),
  onWire: (text) => text,
};

async function* mapped<Item, Result>(items: AsyncIterable<Item>, change: (item: Item) => Result) {
  for await (const item of items) yield change(item);
}

/** Far more than fits into the buffers on the way. */
const MOST_PIECES_AHEAD = 500;

/** Streams of both kinds, and clients that leave them. */
export const STREAM_CASES: readonly ConformanceCase<AdapterSubject>[] = [
  ...[EVENTS, CHUNKS].flatMap(casesFor),
  {
    name: 'events whose signal aborts are cut off for a client that does not read',
    async run({ mount }) {
      const cutOff = new AbortController();
      const begun = signalled();
      const { handler, closed } = streamHandler(
        async function* () {
          for (;;) {
            yield { data: noise() };
            begun.resolve();
          }
        },
        (events) => ({ kind: 'events', events, signal: cutOff.signal }),
      );
      const { url } = await mount(handler);
      const { response } = await openStream(url);
      await within(begun.done, 'the second event');
      for (let i = 0; i < 20; i++) await send(`${url}/v1/echo`);
      cutOff.abort(new Error('the client does not read'));
      await within(closed, 'the end of the source');
      await assert.rejects(textReader(response).end(), /aborted/);
    },
  },
];

type Cases = readonly ConformanceCase<AdapterSubject>[];

function casesFor(kind: StreamKind): Cases {
  return [
    ...arrivalCases(kind),
    ...slowReaderCases(kind),
    ...leavingCases(kind),
    ...failingCases(kind),
  ];
}

function serving({ toBody }: StreamKind, source: Source<string>) {
  return streamHandler(source, toBody);
}

/** Pieces arrive as they are produced. */
function arrivalCases(kind: StreamKind): Cases {
  const { piece, onWire } = kind;
  async function arrivesBeforeTheNext({ mount }: AdapterSubject, before: HostMiddleware) {
    const firstArrived = signalled();
    const { handler } = serving(kind, async function* () {
      yield 'first';
      await firstArrived.done;
      yield 'second';
    });
    const { url } = await mount(handler, { before });
    const { response } = await openStream(url);
    const reader = textReader(decoded(response));
    assert.equal(await reader.until(onWire('first')), onWire('first'));
    firstArrived.resolve();
    assert.equal(await reader.end(), onWire('first') + onWire('second'));
  }

  return [
    {
      name: `a stream without ${piece}s is an empty body`,
      async run({ mount }) {
        const { handler } = serving(kind, async function* () {});
        const { url } = await mount(handler);
        const answer = await send(`${url}/v1/stream`);
        assert.deepEqual([answer.status, answer.text], [200, '']);
      },
    },
    {
      name: `the head of a stream arrives before its first ${piece}`,
      async run({ mount }) {
        const headArrived = signalled();
        const { handler } = serving(kind, async function* () {
          await headArrived.done;
          yield 'first';
        });
        const { url } = await mount(handler);
        const { response } = await openStream(url);
        headArrived.resolve();
        assert.equal(await textReader(response).end(), onWire('first'));
      },
    },
    {
      name: `${piece}s arrive before the next one is produced`,
      run: (subject) => arrivesBeforeTheNext(subject, 'none'),
    },
    {
      name: `behind compression ${piece}s arrive before the next one is produced`,
      run: (subject) => arrivesBeforeTheNext(subject, 'compress'),
    },
  ];
}

/** A source waits for its reader, and loses nothing. */
function slowReaderCases(kind: StreamKind): Cases {
  const { piece, onWire } = kind;
  async function waitsForTheReader({ mount }: AdapterSubject, before: HostMiddleware) {
    let made = 0;
    const begun = signalled();
    const { handler, closed } = serving(kind, async function* () {
      for (; made < 4 * MOST_PIECES_AHEAD; made++) {
        yield noise();
        begun.resolve();
      }
    });
    const { url } = await mount(handler, { before });
    const { leave } = await openStream(url);
    await within(begun.done, `the second ${piece}`);
    // The host is responsive, and a source without back-pressure would be at its end by now.
    for (let i = 0; i < 20; i++) await send(`${url}/v1/echo`);
    assert.ok(
      made < MOST_PIECES_AHEAD,
      `${made} ${piece}s of 64 KiB were produced that the client did not read`,
    );
    leave();
    await within(closed, 'the end of the source');
  }

  async function goesOnWithTheReader({ mount }: AdapterSubject, before: HostMiddleware) {
    const texts = Array.from({ length: 200 }, (_, number) => `${number} ${noise()}`);
    const { handler } = serving(kind, async function* () {
      yield* texts;
    });
    const { url } = await mount(handler, { before });
    const { response } = await openStream(url);
    for (let i = 0; i < 5; i++) await send(`${url}/v1/echo`);
    const all = await textReader(decoded(response)).end();
    assert.ok(
      all === texts.map(onWire).join(''),
      `the ${piece}s did not arrive whole and in order`,
    );
  }

  return [
    {
      name: `no more ${piece}s are produced than a slow reader takes`,
      run: (subject) => waitsForTheReader(subject, 'none'),
    },
    {
      name: `behind compression no more ${piece}s are produced than a slow reader takes`,
      run: (subject) => waitsForTheReader(subject, 'compress'),
    },
    {
      name: `a slow reader gets every ${piece}`,
      run: (subject) => goesOnWithTheReader(subject, 'none'),
    },
    {
      name: `behind compression a slow reader gets every ${piece}`,
      run: (subject) => goesOnWithTheReader(subject, 'compress'),
    },
  ];
}

/** A client that leaves ends the source. */
function leavingCases(kind: StreamKind): Cases {
  const { piece } = kind;
  return [
    {
      name: `the signal aborts and the source is closed when the client leaves a stream of ${piece}s`,
      async run({ mount }) {
        let signal: AbortSignal | undefined;
        const { handler, closed } = serving(kind, async function* (leaving) {
          signal = leaving;
          yield 'first';
          await whenAborted(leaving);
          yield 'nobody reads this';
        });
        const { url } = await mount(handler);
        const { response, leave } = await openStream(url);
        await textReader(response).until('first');
        leave();
        await within(closed, 'the end of the source');
        assert.equal(signal?.aborted, true);
      },
    },
    {
      name: `a source that ignores the signal is closed at its next ${piece} after the client left`,
      async run({ mount }) {
        const left = signalled();
        const { handler, closed } = serving(kind, async function* (leaving) {
          void whenAborted(leaving).then(left.resolve);
          yield 'first';
          await left.done;
          for (;;) yield 'nobody reads this';
        });
        const { url } = await mount(handler);
        const { response, leave } = await openStream(url);
        await textReader(response).until('first');
        leave();
        await within(closed, 'the end of the source');
      },
    },
  ];
}

/** A source that fails does not look complete. */
function failingCases(kind: StreamKind): Cases {
  const { piece, onWire } = kind;
  return [
    {
      name: `a source of ${piece}s that fails in mid-stream ends the connection after those already sent`,
      async run({ mount }) {
        const firstArrived = signalled();
        const { handler, closed } = serving(kind, async function* () {
          yield 'first';
          await firstArrived.done;
          throw new Error('the source broke');
        });
        const { url } = await mount(handler);
        const { response } = await openStream(url);
        const reader = textReader(response);
        assert.equal(await reader.until(onWire('first')), onWire('first'));
        firstArrived.resolve();
        // So that the client can tell that the stream is incomplete.
        await assert.rejects(reader.end(), /aborted/);
        await within(closed, 'the end of the source');
        assert.equal((await send(`${url}/v1/echo`)).status, 200);
      },
    },
    {
      name: `a source of ${piece}s that fails at once does not leave the client waiting`,
      async run({ mount }) {
        const { handler } = serving(kind, () => ({
          [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('broke')) }),
        }));
        const { url } = await mount(handler);
        const outcome = await send(`${url}/v1/stream`).then(
          ({ status }) => status,
          (error: unknown) => String(error),
        );
        // Whether the head was already sent depends on the host.
        assert.ok(
          outcome === 500 || /aborted|hang up|reset/i.test(String(outcome)),
          String(outcome),
        );
      },
    },
  ];
}
