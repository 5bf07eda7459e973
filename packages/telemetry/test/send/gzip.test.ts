import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { gzip, gzipByStream } from '../../src/send/gzip.ts';

const bytes = (length: number) => new Uint8Array(length).fill(7);

describe('gzip', () => {
  it('leaves a body of less than a kibibyte as it is', async () => {
    assert.equal(await gzip(bytes(1023)), undefined);
  });

  for (const [where, compress] of [
    ['with zlib', gzip],
    ['where the runtime has no zlib', gzipByStream],
  ] as const) {
    it(`compresses a larger one, ${where}`, async () => {
      const zipped = await compress(bytes(1_000_000));
      assert.ok(zipped !== undefined && zipped.byteLength < 10_000);
      assert.deepEqual(new Uint8Array(gunzipSync(zipped)), bytes(1_000_000));
    });
  }
});
