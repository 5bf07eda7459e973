// Own process: collects garbage, and looks at what is left.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { BoundedQueue, type Queued } from '../../src/queue/bounded-queue.ts';

/* A record that left a queue is not kept alive by it: prompts are large, and their bytes no longer
   count against the limit. */

setFlagsFromString('--expose-gc');
const collectGarbage: unknown = runInNewContext('gc');

interface Item {
  readonly number: number;
}

/** Puts 900 records into a queue, less than it takes until it makes its list shorter. */
function filled() {
  const queue = new BoundedQueue<Item>({ records: 10_000, bytes: 10_000 });
  const items: WeakRef<Item>[] = [];
  for (let number = 0; number < 900; number++) {
    const item = { number };
    items.push(new WeakRef(item));
    queue.push({ item, bytes: 1, since: 0 });
  }
  return { queue, items };
}

async function alive(items: readonly WeakRef<Item>[]): Promise<readonly number[]> {
  assert.ok(typeof collectGarbage === 'function');
  // What a WeakRef was made of lives until the turn is over.
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  return items.flatMap((item) => item.deref()?.number ?? []);
}

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, position) => from + position);

/** The ways to take the first 890 records out. Each is a call of its own, so that nothing stays. */
const WAYS: Readonly<Record<string, (queue: BoundedQueue<Item>) => void>> = {
  'shift, as of a full queue': (queue) => {
    for (let count = 0; count < 890; count++) queue.shift();
  },
  'take, as of a batch': (queue) => void queue.take({ records: 890, bytes: 10_000 }),
  'take in small batches': (queue) => {
    for (let count = 0; count < 89; count++) queue.take({ records: 10, bytes: 10_000 });
  },
};

describe('a queue', () => {
  for (const [way, takeOut] of Object.entries(WAYS)) {
    it(`lets go of what left it by ${way}, and keeps the rest in order`, async () => {
      const { queue, items } = filled();
      takeOut(queue);
      assert.deepEqual(await alive(items), numbers(890, 900));
      assert.deepEqual([queue.length, queue.bytes], [10, 10]);
      const left: readonly Queued<Item>[] = queue.drain();
      assert.deepEqual(
        left.map(({ item }) => item.number),
        numbers(890, 900),
      );
    });
  }
});
