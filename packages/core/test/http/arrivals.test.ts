import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Arrivals, NO_MORE } from '../../src/http/arrivals.ts';

/** Wakes its reader before it has done what it was at, as the end of a budget does. */
class Ending extends Arrivals<string> {
  readonly order: string[] = [];
  #listener: (() => void) | undefined;
  #isOver = false;

  take(): IteratorResult<string, undefined> | undefined {
    this.order.push('take');
    return this.#isOver ? NO_MORE : undefined;
  }

  whenReady(listener: () => void): void {
    this.#listener = listener;
  }

  end(): void {
    this.#isOver = true;
    this.#listener?.();
    this.order.push('ended');
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    return NO_MORE;
  }
}

it('reads by next() only after what woke the reader is done', async () => {
  const source = new Ending();
  const read = source.next();
  source.end();
  assert.deepEqual(await read, NO_MORE);
  assert.deepEqual(source.order, ['take', 'ended', 'take']);
});
