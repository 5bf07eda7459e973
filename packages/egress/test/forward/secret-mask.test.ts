import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSecretMask, type SecretMask } from '../../src/forward/secret-mask.ts';
import { quotesOf } from './secret-quotes.ts';

const SECRETS: readonly string[] = [
  'sk-proj-Ab/9+z_QWERTY0123456789',
  '~~~~~~~~',
  'pässwörd-of-the-upstream',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlLXRoYXQtaXMtbG9uZw',
];

async function* inParts(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size);
}

async function masked(mask: SecretMask, bytes: Uint8Array, size: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of mask.chunks(inParts(bytes, size))) {
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const around = (bytes: Uint8Array) =>
  Buffer.concat([Buffer.from('{"a":"!!'), bytes, Buffer.from('!!"}')]);

describe('a secret that is quoted', () => {
  for (const secret of SECRETS) {
    const mask = createSecretMask([secret]);
    for (const [form, quote] of Object.entries(quotesOf(secret))) {
      if (form === 'its larger half' && secret.length <= 16) continue;
      it(`is masked as ${form}: ${secret.slice(0, 8)}`, async () => {
        const given = around(quote);
        const once = await masked(mask, given, given.byteLength);
        assert.equal(once.byteLength, given.byteLength);
        const left = once.toString('latin1');
        assert.ok(left.startsWith('{"a":"') && left.endsWith('"}'), left);
        // What surrounds the secret within a quote stays; base64 mixes its ends with that.
        const asterisks = [...once].filter((byte) => byte === 0x2a).length;
        const least = Math.max(quote.byteLength - 32, Buffer.byteLength(secret) - 2);
        assert.ok(asterisks >= least, left);
        for (const size of [1, 2, 3, 7]) {
          assert.deepEqual(await masked(mask, given, size), once, `in parts of ${size}`);
        }
      });
    }
  }

  it('is masked in the text of a header', () => {
    const [secret = ''] = SECRETS;
    const text = createSecretMask([secret]).text(`https://a.example/?key=${secret}&b=1`);
    assert.equal(text, `https://a.example/?key=${'*'.repeat(secret.length)}&b=1`);
  });

  it('is masked from its sixteenth byte on, also when it is cut off', () => {
    const [secret = ''] = SECRETS;
    const mask = createSecretMask([secret]);
    assert.equal(mask.text(`${secret.slice(0, 15)}.`), `${secret.slice(0, 15)}.`);
    assert.equal(mask.text(`${secret.slice(0, 16)}.`), `${'*'.repeat(16)}.`);
  });

  it('is masked when one secret begins like another', () => {
    const mask = createSecretMask(['secret-number-1', 'secret-number-1-and-more']);
    assert.equal(mask.text('<secret-number-1-and-more>'), `<${'*'.repeat(24)}>`);
    assert.equal(mask.text('<secret-number-1>'), `<${'*'.repeat(15)}>`);
  });
});

describe('what is not a secret', () => {
  const mask = createSecretMask(SECRETS);

  it('passes unchanged, whatever it is', async () => {
    for (const text of [
      'sk-proj-',
      'sk-proj-another-key-0123456789',
      '%73%6b-proj-x',
      'c2stcHJv',
      'sk-proj-Ab/9+z',
      '\u0000\u00ff sk',
      '115,107,45,112',
      '',
    ]) {
      assert.equal(mask.text(text), text);
    }
  });

  it('is a short key, which would be found everywhere', () => {
    assert.equal(createSecretMask(['test']).text('a test'), 'a test');
  });

  it('is not held back unless a secret may begin with it', async () => {
    const steps: readonly (readonly [sent: string, seen: string])[] = [
      ['data: 1\n\n', 'data: 1\n\n'],
      ['data: s', 'data: '],
      ['k-proj', ''],
      ['ect\n\n', 'sk-project\n\n'],
      ['data: %7', 'data: '],
      ['b\n\n', '%7b\n\n'],
    ];
    let seen = '';
    const source: AsyncIterator<Uint8Array> & AsyncIterable<Uint8Array> = {
      async next() {
        const [sent] = steps[at++] ?? [''];
        return { done: false, value: Buffer.from(sent) };
      },
      [Symbol.asyncIterator]: () => source,
    };
    let at = 0;
    const reader = createSecretMask([SECRETS[0] ?? ''])
      .chunks(source)
      [Symbol.asyncIterator]();
    const expected = steps.map(([, text]) => text);
    for (const text of expected.filter((each) => each !== '')) {
      const { value } = await reader.next();
      seen = Buffer.from(value ?? '').toString();
      assert.equal(seen, text);
    }
    assert.equal(at, steps.length);
  });

  it('holds back at most the longest form of a secret, in constant memory', async () => {
    const [secret = ''] = SECRETS;
    const part = Buffer.from(secret.slice(0, 7).repeat(1000));
    let sent = 0;
    let received = 0;
    async function* source() {
      for (let count = 0; count < 20; count++) {
        sent += part.byteLength;
        yield part;
      }
    }
    for await (const { byteLength } of createSecretMask([secret]).chunks(source())) {
      received += byteLength;
      assert.ok(sent - received <= 16 * secret.length);
    }
    assert.equal(received, sent);
  });

  it('closes its source without waiting for it when its reader leaves', async () => {
    let closed = 0;
    const source: AsyncIterable<Uint8Array> = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise(() => {}),
        async return() {
          closed++;
          return { done: true, value: undefined };
        },
      }),
    };
    const reader = mask.chunks(source)[Symbol.asyncIterator]();
    void reader.next();
    await reader.return?.();
    assert.equal(closed, 1);
  });
});
