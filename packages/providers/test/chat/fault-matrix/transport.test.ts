import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import zlib from 'node:zlib';
import { answer, head, httpChunk, json, stream } from '../../scripts.ts';
import { startScriptedUpstream, type Script } from '../../scripted-upstream.ts';
import { startChatGateway } from '../../support/chat-gateway.ts';
import { inTurn, rowsFor } from '../../support/long-tests.ts';
import { answered, inPieces } from './answered.ts';
import { FULL, itSurvives, type Setting } from './faults.ts';
import { bytesOf, called, chunk, WIRES, type MatrixWire, type WireName } from './wires.ts';

const settings = inTurn<Setting>(['alone', 'with a second provider']);

const { ROLE, FINISH, USAGE, END } = WIRES['openai-chat'];
const more = (index: number, text: string) => ({
  tool_calls: [{ index, function: { arguments: text } }],
});

/** Row 26: the same events, written in another way. */
const sameEvents = (GOOD: string, { member }: MatrixWire): Readonly<Record<string, Script>> => ({
  'with lines that end in CRLF': stream([GOOD.replaceAll('\n', '\r\n')]),
  'with lines that end in CR': stream([GOOD.replaceAll('\n', '\r')]),
  'with CRLF, byte by byte': stream(
    [...Buffer.from(GOOD.replaceAll('\n', '\r\n'))].map((byte) => Uint8Array.of(byte)),
  ),
  'without blanks behind the colon': stream([GOOD.replaceAll('data: ', 'data:')]),
  'with a byte order mark': stream([`\ufeff${GOOD}`]),
  'without its last blank line': stream([GOOD.trimEnd()]),
  'with comments, ids and unknown fields': stream([
    GOOD.replaceAll('data: {', ': ping\nid: 7\nretry: 9\nfoo: bar\nevent: chunk\ndata: {'),
  ]),
  'with events without data': stream([GOOD.replaceAll('\n\n', '\n\nevent: ping\n\n')]),
  'on many lines': stream([GOOD.replaceAll(member, `\ndata: ${member}\ndata: `)]),
});

/** Rows 25 and 31: the same bytes, sent in another way. */
const sameBytes = (good: Buffer): Readonly<Record<string, Script>> => ({
  'byte by byte': stream(inPieces(good, 1)),
  'in pieces of 7 bytes': stream(inPieces(good, 7)),
  'in pieces of 97 bytes': stream(inPieces(good, 97)),
  'with the connection as its end': [
    { write: head(200, { 'content-type': 'text/event-stream', connection: 'close' }) },
    { write: good },
    'end',
  ],
  'over HTTP/1.0': [
    { write: 'HTTP/1.0 200 OK\r\ncontent-type: text/event-stream\r\n\r\n' },
    { write: good },
    'end',
  ],
  'as text/plain': [
    { write: head(200, { 'content-type': 'text/plain', connection: 'close' }) },
    { write: good },
    'end',
  ],
  'with trailers': [
    {
      write: head(200, {
        'content-type': 'text/event-stream',
        'transfer-encoding': 'chunked',
        trailer: 'x-late',
      }),
    },
    { write: httpChunk(good) },
    { write: '0\r\nx-late: 1\r\n\r\n' },
  ],
  'behind 100 and 103': [
    { write: 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n' },
    ...stream([good]),
  ],
});

const encoded = (encoding: string, body: Uint8Array) => [
  {
    write: head(200, {
      'content-type': 'text/event-stream',
      'content-encoding': encoding,
      'transfer-encoding': 'chunked',
    }),
  },
  { write: httpChunk(body) },
  { write: httpChunk('') },
];

const ENCODERS: Readonly<Record<string, (body: Uint8Array) => Uint8Array>> = {
  gzip: (body) => zlib.gzipSync(body),
  br: (body) => zlib.brotliCompressSync(body),
  deflate: (body) => zlib.deflateSync(body),
  zstd: (body) => zlib.zstdCompressSync(body),
};

// The names of a table are its keys.
for (const [column, wire] of (Object.keys(WIRES) as WireName[]).entries()) {
  describe(`a good answer over ${wire}`, () => {
    const text = WIRES[wire].GOOD.join('');
    const good = bytesOf(WIRES[wire], text);
    /** What the client reads, without the division into frames. */
    const plain = answered(stream([good]), wire);
    const sent = {
      ...sameBytes(good),
      ...(WIRES[wire].isBinary === true ? {} : sameEvents(text, WIRES[wire])),
      ...Object.fromEntries(
        Object.entries(ENCODERS).map(([name, encode]) => [
          `in ${name}`,
          encoded(name, encode(good)),
        ]),
      ),
    };
    for (const [how, script] of rowsFor(column, Object.entries(sent))) {
      it(`is the same ${how}`, async () => {
        const expected = await plain;
        assert.equal(expected.status, 200);
        assert.match(expected.text, /"finish_reason":"tool_calls".*"cost":0\.000058/);
        assert.equal((await answered(script, wire)).text, expected.text);
      });
    }
  });
}

describe('a good answer', () => {
  it('is passed on frame by frame, also where it is compressed', async () => {
    const gzip = zlib.createGzip();
    const pieces: Buffer[] = [];
    gzip.on('data', (piece: Buffer) => pieces.push(piece));
    const flushed = async (text: string) => {
      gzip.write(text);
      await new Promise<void>((resolve) => gzip.flush(() => resolve()));
      return httpChunk(Buffer.concat(pieces.splice(0)));
    };
    const [first, second] = [await flushed(ROLE), await flushed(chunk({ content: 'Hi' }))];
    const [start] = encoded('gzip', new Uint8Array());
    assert.ok(typeof start === 'object');
    const script = [start, { write: first }, { write: second }, 'silence'] as const;
    await using upstream = await startScriptedUpstream(script);
    await using scene = await startChatGateway({ upstream });
    const { body } = await scene.ask({ stream: true });
    assert.ok(body.kind === 'stream');
    const chunks = body.chunks[Symbol.asyncIterator]();
    const { value } = await chunks.next();
    assert.match(Buffer.from(value ?? []).toString(), /"content":"Hi"/);
    await chunks.return?.();
    await upstream.allClosed();
  });
});

describe('a broken transport', () => {
  const half = Buffer.from(chunk({ content: 'Hel' }));
  const broken: Readonly<Record<string, Script>> = {
    'a chunk without a size': [
      {
        write: head(200, { 'content-type': 'text/event-stream', 'transfer-encoding': 'chunked' }),
      },
      { write: 'oops\r\n' },
      'end',
    ],
    'no answer but noise': [{ write: '\0\0\0\0\r\n\r\n' }, 'end'],
    'an unknown compression': encoded('snappy', half),
    'two compressions': encoded('gzip, br', zlib.brotliCompressSync(zlib.gzipSync(half))),
    'no compression where one is named': encoded('gzip', half),
  };
  for (const [what, script] of Object.entries(broken)) {
    itSurvives({ what, script, status: 502, counts: true }, true, 'openai-chat', settings());
  }

  it('is an end where a compression breaks off', async () => {
    const good = WIRES['openai-chat'].GOOD.join('');
    const gzip = zlib.gzipSync(Buffer.from(good.repeat(20)));
    const { text } = await answered(encoded('gzip', gzip.subarray(0, 120)));
    assert.match(text, /"code":502/);
  });

  it('is no repeated text where bytes are not UTF-8', async () => {
    const [before, after] = chunk({ content: 'a|b' }).split('|');
    const odd = [before ?? '', Uint8Array.of(0xff, 0xfe, 0xc3), after ?? ''];
    const { text } = await answered(stream([ROLE, ...odd, FINISH, END]));
    assert.match(text, /"content":"a\ufffd\ufffd\ufffdb"/);
  });
});

const LONG = 'x'.repeat(17 * 1024 * 1024);
const LARGE = [chunk({ content: LONG }), FINISH, END].join('');
/** A short text, with more empty lines behind it than anybody needs. */
const LINES = [
  chunk({ content: 'Hi' }).trimEnd(),
  '\n',
  'data:\n'.repeat(1024 * 1024),
  '\n',
  FINISH,
  END,
].join('');

/** Row 29, and an inflated answer of row 30: more than anybody can mean. */
describe('an answer that is too large', () => {
  const broken = { status: 502, counts: true };
  const answers: Readonly<Record<string, Script>> = {
    'an event': stream([LARGE]),
    'an event of many lines': stream([LINES]),
    'an event in gzip': encoded('gzip', zlib.gzipSync(LARGE)),
  };
  for (const [what, script] of Object.entries(answers)) {
    itSurvives({ ...broken, what, script }, true, 'openai-chat', settings());
  }

  itSurvives(
    {
      ...broken,
      what: 'one piece',
      script: json({
        choices: [{ message: { content: 'Hi' } }],
        padding: [LONG, LONG, LONG, LONG],
      }),
    },
    false,
    'openai-chat',
    settings(),
  );

  it('fails where a call has too long arguments', async () => {
    const pieces = [0, 1].map(() => chunk(more(0, LONG.slice(0, LONG.length / 2))));
    const call = [chunk(called(0, 'a', '{"a":"')), ...pieces, chunk(more(0, '"}'))];
    const { text } = await answered(stream([...call, chunk({}, 'tool_calls'), END]));
    assert.match(text.slice(-400), /"code":502/);
    assert.ok(!text.slice(-400).includes('"finish_reason":"tool_calls"'));
  });

  it('fails where there are too many calls', async () => {
    const calls = Array.from({ length: 1001 }, (_, index) =>
      chunk(called(index, `c${index}`, '{}')),
    );
    const { text } = await answered(stream([...calls, chunk({}, 'tool_calls'), END]));
    assert.match(text.slice(-400), /"code":502/);
  });

  it('may have any index of a call', async () => {
    const script = stream([chunk(called(2 ** 31, 'a', '{}')), chunk({}, 'tool_calls'), END]);
    const { text } = await answered(script);
    assert.match(text, /"index":0,"id":"a"/);
    assert.match(text, /"finish_reason":"tool_calls"/);
  });

  const TINY = 20_000;
  it(`may have ${TINY} tiny frames in one read`, async () => {
    const script = stream([ROLE, chunk({ content: 'x' }).repeat(TINY), FINISH, USAGE, END]);
    await using upstream = await startScriptedUpstream(script);
    await using scene = await startChatGateway({ upstream });
    const { text } = await scene.answer({ stream: true });
    assert.equal(text.split('"content":"x"').length - 1, TINY);
    assert.equal(Math.round(scene.charged() * 1e6), FULL);
  });
});

describe('what an upstream says of itself', () => {
  for (const status of [400, 401, 500]) {
    it(`is not the key: ${status}`, async () => {
      await using upstream = await startScriptedUpstream();
      await using scene = await startChatGateway({ upstream });
      const { apiKey } = scene;
      const error = { error: { message: `No: ${apiKey}`, code: 'invalid_value', param: apiKey } };
      upstream.play(answer(status, JSON.stringify(error), { 'x-echo': apiKey }));
      const { text, headers } = await scene.answer({ stream: true });
      assert.ok(!JSON.stringify([text, headers, scene.records, scene.errors]).includes(apiKey));
    });
  }
});
