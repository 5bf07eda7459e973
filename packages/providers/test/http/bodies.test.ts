import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { wholeOf } from '../../src/http/body.ts';
import { encodeForm } from '../../src/http/form-body.ts';
import { dataUrlOf, encodeJson } from '../../src/http/json-body.ts';

const PIXEL = { bytes: Uint8Array.of(1, 2, 3, 255), mediaType: 'image/png' };

describe('encodeJson', () => {
  it('inserts images wherever they are in a value', () => {
    const value = { a: dataUrlOf(PIXEL), b: [{ c: dataUrlOf(PIXEL) }], d: 'e"f' };
    const url = 'data:image/png;base64,AQID/w==';
    assert.deepEqual(JSON.parse(Buffer.from(encodeJson(value)).toString()), {
      a: url,
      b: [{ c: url }],
      d: 'e"f',
    });
  });

  it('leaves texts unchanged that look like a placeholder for an image', () => {
    const value = { prompt: '0.1.2. 00000000-0000-4000-8000-0000000000000.', a: dataUrlOf(PIXEL) };
    const { prompt } = JSON.parse(Buffer.from(encodeJson(value)).toString());
    assert.equal(prompt, value.prompt);
  });
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
