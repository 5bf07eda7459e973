import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { PayloadCutter, type CutJson } from '../../src/http/payload-json.ts';
import { cutAt } from '../cut.ts';

function cut(chunks: readonly Uint8Array[]): CutJson {
  const cutter = new PayloadCutter();
  for (const chunk of chunks) cutter.push(chunk);
  return cutter.take();
}

/** Returns the document with its payloads put back. */
function restored({ text, payloads }: CutJson): unknown {
  return JSON.parse(text, (key, value: unknown) =>
    key === 'b64_json' && typeof value === 'string'
      ? Buffer.concat(payloads[Number(value)] ?? []).toString()
      : value,
  );
}

describe('PayloadCutter', () => {
  it('extracts and numbers images', () => {
    const text = '{"data":[{"b64_json":"QUJD"},{ "b64_json" :\n"REVG","x":1}],"b64_json":""}';
    const { text: rest, payloads } = cut([Buffer.from(text)]);
    assert.equal(rest, '{"data":[{"b64_json":"0"},{ "b64_json" :\n"1","x":1}],"b64_json":"2"}');
    assert.deepEqual(
      payloads.map((parts) => Buffer.concat(parts).toString()),
      ['QUJD', 'REVG', ''],
    );
  });

  const untouched = [
    '{"b64_json":null,"a":"QUJD"}',
    '{"b64_json":["QUJD"]}',
    '{"a":"b64_json","b":"QUJD"}',
    '["b64_json","QUJD"]',
    '{"xb64_json":"QUJD","b64_jsonx":"QUJD","b64_jso":"QUJD"}',
    '{"a\\"b64_json":"QUJD"}',
    '{"a":"\\\\","b64":"\\""}',
    '[DONE]',
    '<html>"b64_json"</html>',
    '',
  ];
  for (const text of untouched) {
    it(`leaves ${text} as it is`, () => {
      assert.deepEqual(cut([Buffer.from(text)]), { text, payloads: [] });
    });
  }

  it('returns slices of the input, not copies', () => {
    const chunks = ['{"b64_json":"QU', 'JD', 'QUJD"}'].map((text) => Buffer.from(text));
    const [payload] = cut(chunks).payloads;
    assert.equal(payload?.length, 3);
    for (const [i, part] of (payload ?? []).entries()) assert.equal(part.buffer, chunks[i]?.buffer);
  });

  it('resolves escapes in one of several payloads of a chunk, and leaves the others as they are', () => {
    const chunk = new Uint8Array(
      Buffer.from(
        String.raw`[{"b64_json":"QUJD","n":"\n"},{"b64_json":"QU\/D"},{"b64_json":"REVG"},{"b64_json":"QU\u002bD"}]`,
      ),
    );
    const { payloads } = cut([chunk]);
    assert.deepEqual(
      payloads.map((parts) => Buffer.concat(parts).toString()),
      ['QUJD', 'QU/D', 'REVG', 'QU+D'],
    );
    assert.deepEqual(
      payloads.map(([part]) => part?.buffer === chunk.buffer),
      [true, false, true, false],
    );
  });

  it('resolves escapes in an image', () => {
    const { payloads } = cut([Buffer.from('{"b64_json":"QU\\/D\\u002b\\'), Buffer.from('/x="}')]);
    assert.equal(Buffer.concat(payloads[0] ?? []).toString(), 'QU/D+/x=');
  });

  for (const payload of [String.raw`QU\u0022,\u0022x\u0022:\u0022`, 'QUJ\\', String.raw`QU\x`]) {
    it(`leaves nothing of what is not base64 behind its escapes: ${payload}`, () => {
      const { text, payloads } = cut([Buffer.from(`{"b64_json":"${payload}","x":"y"}`)]);
      assert.deepEqual({ text, payloads }, { text: '{"b64_json":"0","x":"y"}', payloads: [[]] });
    });
  }

  for (const ends of ['\n\ndata: [DONE]\n\n', '\r\r', '\n']) {
    it(`leaves nothing of a text with ends of lines, at which a stream would break: ${JSON.stringify(ends)}`, () => {
      const chunks = ['{"b64_json":"QUJDQUJD', `${ends}QUJDQUJD"}`].map((text) =>
        Buffer.from(text),
      );
      assert.deepEqual(cut(chunks), { text: '{"b64_json":"0"}', payloads: [[]] });
    });
  }

  it('accepts megabytes of images, but limits all other text', () => {
    const block = Buffer.alloc(1024 * 1024, 'A');
    const cutter = new PayloadCutter();
    cutter.push(Buffer.from('{"b64_json":"'));
    for (let i = 0; i < 100; i++) cutter.push(block);
    cutter.push(Buffer.from('","text":"'));
    for (let i = 0; i < 31; i++) cutter.push(block);
    assert.throws(() => cutter.push(block), { failure: 'malformed' });
  });

  it('starts over after each document, complete or not', () => {
    const cutter = new PayloadCutter();
    for (const text of ['{"b64_json":"QU', '{"a":"\\', '{"b64_json"', '{"b64_json":']) {
      cutter.push(Buffer.from(text));
      cutter.take();
      cutter.push(Buffer.from('"QUJD"'));
      assert.deepEqual(cutter.take(), { text: '"QUJD"', payloads: [] });
    }
  });

  const base64 = fc.base64String({ maxLength: 40 });
  const { document } = fc.letrec((tie) => ({
    document: fc.oneof(
      { depthSize: 'small' },
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(null, true, 1.5, 'b64_json', '"', '\\', '\\"'),
      fc.array(tie('document'), { maxLength: 4 }),
      fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('b64', 'a"b64_json')), tie('document'), {
        maxKeys: 3,
        noNullPrototype: true,
      }),
      fc.record(
        { before: tie('document'), b64_json: base64, after: tie('document') },
        { noNullPrototype: true },
      ),
    ),
  }));

  it('loses nothing of any document, however it is split', () => {
    fc.assert(
      fc.property(
        document,
        fc.array(fc.nat(300), { maxLength: 20 }),
        fc.nat(2),
        (value, cuts, space) => {
          const bytes = Buffer.from(JSON.stringify(value, undefined, space));
          assert.deepEqual(restored(cut(cutAt(bytes, cuts))), value);
        },
      ),
      { numRuns: 2000, seed: 1 },
    );
  });
});
