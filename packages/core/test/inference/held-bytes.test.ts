import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HeldBytes, type Holding } from '../../src/inference/attempts/held-bytes.ts';
import { settled } from '../images/image-builders.ts';
import { randomOf } from '../images/money/random.ts';

/** Adds bytes, and says whether the attempt may read on. */
async function reads(holding: Holding, bytes: number): Promise<boolean> {
  return !(await waits(holding.add(bytes)));
}

async function waits(room: Promise<void> | undefined): Promise<boolean> {
  let isWaiting = room !== undefined;
  void room?.then(() => (isWaiting = false));
  await settled();
  return isWaiting;
}

function several(count: number, held: HeldBytes): readonly Holding[] {
  return Array.from({ length: count }, () => held.open());
}

describe('HeldBytes (contract §4.11)', () => {
  it('lets every attempt read up to half of the limit, without a promise', () => {
    const held = new HeldBytes(100);
    for (const holding of several(50, held)) assert.equal(holding.add(1), undefined);
    assert.equal(held.bytes, 50);
  });

  it('lets eight attempts read past half of the limit, and one past the limit', async () => {
    const held = new HeldBytes(100);
    void held.open().add(50);
    const attempts = several(10, held);
    const reading = await Promise.all(attempts.map((holding) => reads(holding, 1)));
    assert.equal(reading.filter(Boolean).length, 8);

    const [first, second] = attempts;
    assert.ok(first && second);
    const rooms = [first.add(45), second.add(1)];
    assert.deepEqual(await Promise.all(rooms.map(waits)), [true, true]);
    for (const holding of attempts.slice(2, 8)) void holding.add(1);
    assert.deepEqual(await Promise.all(rooms.map(waits)), [false, true]);
  });

  it('admits the oldest first', async () => {
    const held = new HeldBytes(100);
    const [old, young] = several(2, held);
    const delivered = held.open();
    assert.ok(old && young);
    void delivered.add(100);
    delivered.pause();
    const rooms = [young.add(10), old.add(10)];
    assert.deepEqual(await Promise.all(rooms.map(waits)), [true, true]);
    delivered.release(15);
    assert.deepEqual(await Promise.all(rooms.map(waits)), [true, false]);
  });

  it('lets the oldest read past the limit when waiting attempts hold everything', async () => {
    const held = new HeldBytes(100);
    const [old, young] = several(2, held);
    assert.ok(old && young);
    assert.equal(await reads(young, 110), true);
    const room = old.add(80);
    assert.equal(await waits(room), true);
    const again = young.add(10);
    assert.equal(await waits(room), false);
    assert.equal(await reads(old, 500), true);
    assert.equal(await waits(again), true);
    old.end();
    assert.equal(await waits(again), false);
  });

  it('keeps everyone waiting while clients have more than the limit to read', async () => {
    const held = new HeldBytes(100);
    const delivered = held.open();
    void delivered.add(120);
    delivered.pause();
    const reader = held.open();
    const room = reader.add(10);
    assert.equal(await waits(room), true);
    delivered.release(40);
    assert.equal(await waits(room), false);
  });

  it('ends the wait of an attempt that ends, and lets the next one read', async () => {
    const held = new HeldBytes(100);
    const [first, second] = several(2, held);
    assert.ok(first && second);
    const delivered = held.open();
    void delivered.add(100);
    delivered.pause();
    const rooms = [first.add(10), second.add(10)];
    first.end();
    assert.deepEqual(await Promise.all(rooms.map(waits)), [false, true]);
    delivered.end();
    assert.deepEqual(await Promise.all(rooms.map(waits)), [false, false]);
  });

  it('counts nothing once all have ended, however much they release', () => {
    const held = new HeldBytes(100);
    for (const holding of several(3, held)) {
      void holding.add(70);
      holding.release(1000);
      holding.release(1000);
      holding.end();
    }
    assert.equal(held.bytes, 0);
  });

  for (const seed of [1, 2, 3, 4, 5]) {
    it(`finishes 300 random answers within twice the limit (seed ${seed})`, async () => {
      const random = randomOf(seed).fraction;
      const LIMIT = 10_000;
      const PART = 50;
      const held = new HeldBytes(LIMIT);
      let most = 0;
      const read = async (holding: Holding) => {
        for (let left = Math.ceil(random() * 4000); left > 0; left -= PART) {
          await holding.add(Math.min(left, PART));
          most = Math.max(most, held.bytes);
          if (random() < 0.1) await settled();
        }
        holding.pause();
        while (random() < 0.5) await settled();
        holding.end();
      };
      await Promise.all(several(300, held).map(read));
      assert.equal(held.bytes, 0);
      // Each has read a first part before it waits.
      assert.ok(most <= 2 * LIMIT + 300 * PART, `${most} bytes`);
    });
  }
});
