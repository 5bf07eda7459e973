import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { GatewayHandler, GatewayResponse, ServerSentEvent } from '@model-gateway/core/http';
import { nextTurn } from '@model-gateway/core/kit';
import { fetchGateway } from '@model-gateway/fetch';
import { serve } from '@model-gateway/node';
import { aRequest } from '../../../core/test/builders.ts';
import { createVirtualClock } from '../../src/clock/create-virtual-clock.ts';
import { checkStreamCut, cutStream, type StreamEndOptions } from '../../src/streams/cut-stream.ts';
import { STREAM_ENDINGS } from '../../src/streams/endings.ts';

const SENT = ['data: one\n\n', ': still here\n\n', 'data: two\n\n', 'data: three\n\n'] as const;
const [ONE, COMMENT, TWO] = SENT;
const DONE = 'data: [DONE]\n\n';
const ERROR =
  'data: {"type":"error","error":{"message":"Provider returned error","code":"502","type":"server"}}\n\n';

/** A stream of three events and a comment, and what became of it. */
function aStream() {
  const fate = { isComplete: false, isClosed: false };
  async function* events(): AsyncGenerator<ServerSentEvent> {
    try {
      yield { data: 'one' };
      yield { comment: 'still here' };
      yield { dataParts: ['t', 'wo'].map((text) => new TextEncoder().encode(text)) };
      yield { data: 'three' };
      yield { data: '[DONE]' };
      fate.isComplete = true;
    } finally {
      fate.isClosed = true;
    }
  }
  const body = { kind: 'events', events: events() } as const;
  return { fate, response: { status: 200, headers: { 'x-test': 'yes' }, body } };
}

/** A handler that answers with a stream that ends like this. */
function ending(options: StreamEndOptions) {
  const { fate, response } = aStream();
  const clock = createVirtualClock({ mode: 'frozen' });
  const handler: GatewayHandler = async (request) =>
    cutStream(response, options, { request, operation: 'createImage', clock });
  return { fate, handler };
}

/** Fetches through an adapter, and closes what is open at the end of the test. */
type Fetching = (t: TestContext, handler: GatewayHandler, init?: RequestInit) => Promise<Response>;

const HOSTS: Readonly<Record<string, Fetching>> = {
  'a socket': async (t, handler, init) => {
    const server = await serve(handler);
    // At once, because a stream that stalls would hold the server open for the whole drain.
    t.after(() => server.close({ drainTimeoutMs: 0 }));
    return fetch(`${server.url}/`, init);
  },
  'a Response': async (_t, handler, init) => {
    const response = await fetchGateway(handler, { mount: '' })(new Request('http://host/', init));
    assert.ok(response);
    return response;
  },
};

interface Received {
  readonly text: string;
  readonly end: 'eof' | 'error' | 'open';
}

/** Reads until the end, or until as much came as is expected and the stream stays open. */
async function received(
  response: Response,
  expected: string,
  staysOpen: boolean,
): Promise<Received> {
  assert.ok(response.body);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (;;) {
      if (staysOpen && text.length >= expected.length) return { text, end: 'open' };
      const { value, done } = await reader.read();
      if (done) return { text, end: 'eof' };
      text += value;
    }
  } catch {
    return { text, end: 'error' };
  }
}

function signalled() {
  let resolve = () => {};
  const done = new Promise<void>((settle) => (resolve = settle));
  return { done, resolve };
}

const ENDS = {
  done: [DONE, 'eof'],
  'clean-eof': ['', 'eof'],
  abort: ['', 'error'],
  'error-event': [ERROR + DONE, 'eof'],
  stall: ['', 'open'],
  linger: [DONE, 'open'],
} as const;

const PLACES = [
  ['right before [DONE]', undefined, SENT.join(''), false],
  ['before the first event', { afterEvents: 0 }, '', false],
  ['after event 2', { afterEvents: 2 }, ONE + COMMENT + TWO, false],
  ['after more events than there are', { afterEvents: 9 }, SENT.join(''), false],
  ['after byte 0', { afterBytes: 0 }, '', false],
  ['within an event', { afterBytes: 8 }, ONE.slice(0, 8), true],
  ['at the end of an event', { afterBytes: ONE.length }, ONE, false],
  [
    'within an event of parts',
    { afterBytes: (ONE + COMMENT).length + 7 },
    `${ONE}${COMMENT}data: t`,
    true,
  ],
  ['after more bytes than there are', { afterBytes: 999 }, SENT.join(''), false],
] as const;

for (const [host, fetching] of Object.entries(HOSTS)) {
  describe(`on ${host} a stream`, () => {
    for (const name of STREAM_ENDINGS) {
      for (const [place, at, before, isCutThrough] of PLACES) {
        it(`ends with "${name}" ${place}`, async (t) => {
          const { handler } = ending({ ending: name, at });
          const [says, how] = ENDS[name];
          const text = before + (isCutThrough && says !== '' ? '\n\n' : '') + says;
          const response = await fetching(t, handler);
          assert.deepEqual(await received(response, text, how === 'open'), { text, end: how });
        });
      }
    }

    it('keeps its head', async (t) => {
      const { handler } = ending({ ending: 'done', at: { afterBytes: 3 } });
      const { status, headers } = await fetching(t, handler);
      assert.deepEqual(
        [status, headers.get('x-test'), headers.get('content-type')],
        [200, 'yes', 'text/event-stream; charset=utf-8'],
      );
    });

    for (const name of ['stall', 'linger'] as const) {
      it(`that ends with "${name}" ends when the client leaves`, async (t) => {
        const client = new AbortController();
        const { handler } = ending({ ending: name, at: { afterEvents: 1 } });
        const lastStep = signalled();
        const watching: GatewayHandler = async (request) => {
          const response = await handler(request);
          assert.ok(response?.body.kind === 'events');
          const events = response.body.events[Symbol.asyncIterator]();
          const watched = {
            next: () => {
              const step = events.next();
              step.catch(lastStep.resolve);
              return step;
            },
            [Symbol.asyncIterator]: () => watched,
          };
          return { ...response, body: { kind: 'events', events: watched } };
        };
        const response = await fetching(t, watching, { signal: client.signal });
        const expected = name === 'linger' ? ONE + DONE : ONE;
        const reader = response.body?.getReader();
        for (let length = 0; length < expected.length;) {
          length += (await reader?.read())?.value?.length ?? 0;
        }
        client.abort();
        await lastStep.done;
      });
    }
  });
}

describe('the gateway’s own stream', () => {
  it('is closed at the cut', async (t) => {
    for (const at of [{ afterEvents: 1 }, { afterBytes: 4 }]) {
      const { fate, handler } = ending({ ending: 'stall', at });
      const response = await HOSTS['a Response']?.(t, handler);
      await response?.body?.getReader().read();
      await nextTurn();
      assert.deepEqual(fate, { isComplete: false, isClosed: true });
    }
  });

  it('is read to its end when only the end is replaced', async (t) => {
    const { fate, handler } = ending({ ending: 'clean-eof' });
    await (await HOSTS['a Response']?.(t, handler))?.text();
    assert.deepEqual(fate, { isComplete: true, isClosed: true });
  });

  it('is closed when the client leaves before', async (t) => {
    const { fate, handler } = ending({ ending: 'stall', at: { afterEvents: 3 } });
    const reader = (await HOSTS['a Response']?.(t, handler))?.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    assert.deepEqual(fate, { isComplete: false, isClosed: true });
  });

  it('closes a stream that was never read', async (t) => {
    const { fate, handler } = ending({ ending: 'done' });
    const response = await HOSTS['a Response']?.(t, handler);
    await response?.body?.cancel();
    assert.equal(fate.isComplete, false);
  });
});

describe('an error event', () => {
  it('has the given members, and the gateway’s defaults for the others', async (t) => {
    const error = { code: 529, message: 'busy' };
    const { handler } = ending({ ending: 'error-event', at: { afterEvents: 0 }, error });
    const text = (await (await HOSTS['a Response']?.(t, handler))?.text()) ?? '';
    assert.deepEqual(JSON.parse(text.slice('data: '.length).split('\n')[0] ?? ''), {
      type: 'error',
      error: { message: 'busy', code: '529', type: 'overloaded' },
    });
  });
});

describe('an invalid ending', () => {
  const request = aRequest('/', { method: 'POST', mount: '' });
  const clock = createVirtualClock({ mode: 'frozen' });
  const inOnePiece: GatewayResponse = {
    status: 200,
    headers: {},
    body: { kind: 'json', value: {} },
  };

  it('is an error when the answer is not a stream', () => {
    assert.throws(
      () =>
        cutStream(inOnePiece, { ending: 'stall' }, { request, operation: 'createImage', clock }),
      /the ending "stall" needs an event stream, but the response was whole \(json\).*\[GW1401\]$/,
    );
    assert.throws(
      () =>
        cutStream(
          { ...inOnePiece, status: 402 },
          { ending: 'stall' },
          { request, operation: 'createImage', clock },
        ),
      /but the response was status 402/,
    );
  });

  const wrong: readonly (readonly [StreamEndOptions, RegExp])[] = [
    // What JavaScript may pass.
    [{ ending: 'hang' as 'stall' }, /one of done, clean-eof, .*, got "hang" \[GW1402\]$/],
    [
      { ending: 'stall', at: { afterEvents: -1 } },
      /integer of 0 or more, got \{"afterEvents":-1\} \[GW1402\]$/,
    ],
    [{ ending: 'stall', at: { afterBytes: 1.5 } }, /got \{"afterBytes":1.5\}/],
    [{ ending: 'stall', at: { after: 1 } as never }, /got \{"after":1\}/],
  ];
  for (const [options, message] of wrong) {
    it(`is refused: ${JSON.stringify(options)}`, () => {
      assert.throws(() => checkStreamCut(options), message);
    });
  }
});
