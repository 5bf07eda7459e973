// Own process: it takes WebAssembly away before the code that looks for it is loaded.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

const taken = Reflect.deleteProperty(globalThis, 'WebAssembly');
const { denseLength } = await import('../../src/bytes/dense-ascii.ts');
const { standsAsItIs } = await import('../../src/bytes/is-base64.ts');

describe('base64 in pieces, without WebAssembly', () => {
  it('is looked at byte by byte, to see whether one of them needs an escape', () => {
    assert.ok(taken);
    assert.equal(denseLength(Buffer.from('AAA"')), 3);
    for (const at of [0, 300, 65_535, 65_536, 131_071, 199_999]) {
      const bytes = Buffer.alloc(200_000, 'QUJD');
      assert.ok(standsAsItIs([bytes]));
      for (const byte of [0x0a, 0x5c, 0x80]) {
        bytes[at] = byte;
        assert.ok(!standsAsItIs([bytes]), `${byte} at ${at}`);
      }
    }
  });
});
