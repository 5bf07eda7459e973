import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ByteCollector } from '@model-gateway/core/http';

/** Bytes that a mistake in their order or their number would show in. */
const pattern = (length: number) =>
  Uint8Array.from({ length }, (_, i) => (i * 31 + (i >> 8)) % 251);

/** Cuts bytes into chunks of these lengths, over and over. */
function* cut(bytes: Uint8Array, lengths: readonly number[]): Generator<Uint8Array> {
  for (let from = 0, i = 0; from < bytes.byteLength; i++) {
    const length = lengths[i % lengths.length] ?? 1;
    yield bytes.subarray(from, from + length);
    from += length;
  }
}

describe('ByteCollector', () => {
  const cuts: readonly (readonly number[])[] = [
    [1],
    [4095],
    [4096],
    [70_000],
    [1, 70_000],
    [4096, 1, 1],
    [3, 5000, 4095, 4095, 1, 65_536],
    [0, 7, 0],
  ];
  for (const lengths of cuts) {
    it(`gives back what came in chunks of ${lengths.join(', ')}`, () => {
      const bytes = pattern(300_001);
      const collector = new ByteCollector(bytes.byteLength, undefined);
      for (const chunk of cut(bytes, lengths)) collector.push(chunk);
      assert.ok(Buffer.from(collector.bytes()).equals(bytes));
    });
  }

  it('hands out a body that came whole without a copy', () => {
    const chunk = pattern(100);
    const collector = new ByteCollector(100, '100');
    collector.push(chunk);
    assert.equal(collector.bytes(), chunk);
  });

  it('holds bytes that come one by one in little more than their number', () => {
    const count = 2_000_000;
    const collector = new ByteCollector(count, undefined);
    const before = process.memoryUsage();
    for (let i = 0; i < count; i++) collector.push(new Uint8Array([i & 255]));
    const after = process.memoryUsage();
    const held = after.heapUsed + after.arrayBuffers - (before.heapUsed + before.arrayBuffers);
    assert.equal(collector.bytes().byteLength, count);
    assert.ok(held < 100 * 1024 * 1024, `${held} bytes are held`);
  });

  it('refuses at once what is announced above the limit, and later what grows above it', () => {
    assert.throws(() => new ByteCollector(10, '11'), { status: 413 });
    const collector = new ByteCollector(10, undefined);
    for (let i = 0; i < 10; i++) collector.push(new Uint8Array(1));
    assert.throws(() => collector.push(new Uint8Array(1)), { status: 413 });
  });
});
