import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { wholeOf } from '../../src/http/body.ts';
import { encodeForm } from '../../src/http/form-body.ts';
import { isBase64, LongText, mediaSource } from '@model-gateway/core/kit';
import { base64Text, dataUrlOf, encodeJson } from '../../src/http/json-body.ts';

const PIXEL = { bytes: Uint8Array.of(1, 2, 3, 255), mediaType: 'image/png' };

describe('encodeJson', () => {
  it('inserts images wherever they are in a value', () => {
    const value = { a: dataUrlOf(PIXEL), b: [{ c: dataUrlOf(PIXEL) }], d: 'e"f' };
    const url = 'data:image/png;base64,AQID/w==';
    assert.deepEqual(JSON.parse(Buffer.concat(encodeJson(value)).toString()), {
      a: url,
      b: [{ c: url }],
      d: 'e"f',
    });
  });

  it('leaves texts unchanged that look like a placeholder for an image', () => {
    const value = { prompt: '0.1.2. 00000000-0000-4000-8000-0000000000000.', a: dataUrlOf(PIXEL) };
    const { prompt } = JSON.parse(Buffer.concat(encodeJson(value)).toString());
    assert.equal(prompt, value.prompt);
  });
});

const LONG = Buffer.alloc(300_000, 'cat').toString('base64');

const base64 = (value: string) => ({ kind: 'base64', value }) as const;

describe('base64 of a client', () => {
  it('is inserted as it is, where it is long', () => {
    const value = {
      a: base64Text(base64(LONG), 'data:"x";base64,'),
      b: base64Text(base64(LONG)),
      c: 'é',
    };
    assert.notEqual(typeof value.a, 'string');
    const json = Buffer.concat(encodeJson(value)).toString();
    assert.deepEqual(JSON.parse(json), { a: `data:"x";base64,${LONG}`, b: LONG, c: 'é' });
  });

  it('is not copied where it came as bytes', () => {
    const pieces = [Buffer.from('AQID'), Buffer.from('BAUG')];
    const source = mediaSource('base64', new LongText(pieces));
    const value = { a: base64Text(source, 'data:"x";base64,'), b: base64Text(source), c: 'é' };
    const sent = encodeJson(value);
    for (const piece of pieces) assert.equal(sent.filter((one) => one === piece).length, 2);
    const expected = { a: 'data:"x";base64,AQIDBAUG', b: 'AQIDBAUG', c: 'é' };
    assert.deepEqual(JSON.parse(Buffer.concat(sent).toString()), expected);
    assert.equal(source.value, 'AQIDBAUG');
  });

  it('is sent in any number of pieces', () => {
    const pieces = Array.from({ length: 150_000 }, () => Buffer.from('AQID'));
    const sent = encodeJson({ a: base64Text(mediaSource('base64', new LongText(pieces))) });
    assert.deepEqual(JSON.parse(Buffer.concat(sent).toString()), { a: 'AQID'.repeat(150_000) });
  });

  it('is a plain text where it is short', () => {
    assert.equal(base64Text(base64('AQID'), 'data:;base64,'), 'data:;base64,AQID');
  });

  // Where a piece begins and ends, too: it is looked at in pieces.
  for (const place of [0, 1, 65_535, 65_536, 200_003, LONG.length - 1]) {
    for (const stranger of ['"', '\\', '\n', '\0', ' ', '=', 'é', 'Ł', '\u{1F600}']) {
      it(`keeps ${JSON.stringify(stranger)} at ${place}, which base64 does not have`, () => {
        const text = LONG.slice(0, place) + stranger + LONG.slice(place + stranger.length);
        const isPadding = stranger === '=' && place === LONG.length - 1;
        assert.equal(isBase64(text), isPadding);
        const json = Buffer.concat(encodeJson({ a: base64Text(base64(text)) })).toString();
        assert.equal(JSON.parse(json).a, text);
      });
    }
  }

  for (const [text, expected] of [
    ['', true],
    ['AQ==', true],
    ['AQI=', true],
    ['AQID', true],
    ['-_-_', true],
    ['AQ', false],
    ['AQ=', false],
    ['A===', false],
    ['====', false],
    ['AQ==AQ==', false],
  ] as const) {
    it(`is ${expected ? '' : 'not '}${JSON.stringify(text)}`, () => {
      assert.equal(isBase64(text), expected);
    });
  }
});

describe('encodeForm', () => {
  it('writes texts and files that a parser reads back', async () => {
    const { contentType, body } = encodeForm([
      { name: 'prompt', value: 'a\r\n--form-x--\r\n"cat" 模型' },
      { name: 'n', value: 2 },
      { name: 'stream', value: true },
      { name: 'seed', value: undefined },
      { name: 'image[]', value: PIXEL },
      { name: 'image[]', value: { ...PIXEL, mediaType: 'image/svg+xml' } },
    ]);
    const headers = { 'content-type': contentType };
    const form = await new Response(new Uint8Array(body), { headers }).formData();
    assert.deepEqual([...form.keys()], ['prompt', 'n', 'stream', 'image[]', 'image[]']);
    assert.equal(form.get('prompt'), 'a\r\n--form-x--\r\n"cat" 模型');
    assert.equal(form.get('n'), '2');
    const files = form.getAll('image[]').filter((value) => typeof value !== 'string');
    assert.deepEqual(
      files.map(({ name, type }) => [name, type]),
      [
        ['image-1.png', 'image/png'],
        ['image-2.svg', 'image/svg+xml'],
      ],
    );
    assert.deepEqual(new Uint8Array((await files[0]?.arrayBuffer()) ?? []), PIXEL.bytes);
  });
});

describe('wholeOf', () => {
  async function* chunks(...parts: readonly string[]) {
    for (const part of parts) yield Buffer.from(part);
  }

  it('puts a body of a stated length into its place, without a copy of the whole', async () => {
    const bytes = await wholeOf(chunks('ab', '', 'cde'), '5');
    assert.equal(Buffer.from(bytes).toString(), 'abcde');
    assert.equal(bytes.buffer.byteLength, 5);
  });

  for (const length of [undefined, 'abc', '-1', '1e12']) {
    it(`collects a body whose length is stated as ${length}`, async () => {
      const bytes = await wholeOf(chunks('ab', 'cde'), length);
      assert.equal(Buffer.from(bytes).toString(), 'abcde');
    });
  }

  for (const length of ['4', '6', '0']) {
    it(`refuses five bytes where ${length} were stated`, async () => {
      await assert.rejects(wholeOf(chunks('ab', 'cde'), length), {
        failure: 'malformed',
        message: 'its result has another length than stated',
      });
    });
  }
});
