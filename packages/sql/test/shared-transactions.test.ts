import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { StoreUnavailableError } from '@model-gateway/core';
import { SqliteConnection } from '../src/dialect/sqlite/connection.ts';
import { SharedTransactions, type Transact } from '../src/dialect/sqlite/shared-transactions.ts';

/** Transactions over a table of numbers, of which `ran` has how many works each had. */
function world({ fails }: { readonly fails?: () => Error | undefined } = {}) {
  const connection = new SqliteConnection(new DatabaseSync(':memory:'));
  connection.run('create table numbers (number integer)');
  const ran: number[] = [];
  const transact: Transact<SqliteConnection> = async (works) => {
    const failure = fails?.();
    if (failure !== undefined) throw failure;
    connection.run('begin immediate');
    try {
      const settled = works(connection);
      connection.run('commit');
      ran.push(settled.length);
      return settled;
    } catch (error) {
      connection.run('rollback');
      throw error;
    }
  };
  const transactions = new SharedTransactions(transact);
  const insert = (number: number) =>
    transactions.add((own) => {
      own.run('insert into numbers values (?)', [number]);
      return own.all('select number from numbers').length;
    });
  const numbers = () =>
    connection.all('select number from numbers').map((row) => ({ ...(row as object) }));
  return { transactions, insert, numbers, ran };
}

describe('writes of one turn of the event loop', () => {
  it('share a transaction, in their order, and each sees those before it', async () => {
    const { insert, ran } = world();
    assert.deepEqual(await Promise.all([insert(1), insert(2), insert(3)]), [1, 2, 3]);
    assert.deepEqual(ran, [3]);
  });

  it('are apart from those of another turn', async () => {
    const { insert, ran } = world();
    await insert(1);
    await insert(2);
    assert.deepEqual(ran, [1, 1]);
  });

  it('fail alone: those beside one that throws are written', async () => {
    const { transactions, insert, numbers, ran } = world();
    const outcomes = await Promise.allSettled([
      insert(1),
      transactions.add((connection) => {
        connection.run('insert into numbers values (2)');
        throw new RangeError('a bad amount');
      }),
      insert(3),
    ]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(numbers(), [{ number: 1 }, { number: 3 }]);
    assert.deepEqual(ran, [1, 1]);
  });

  it('meet an outage together, which is tried once', async () => {
    let tries = 0;
    const outage = new StoreUnavailableError('full', 'the disk is full');
    const { insert } = world({
      fails() {
        tries++;
        return outage;
      },
    });
    const outcomes = await Promise.allSettled([insert(1), insert(2)]);
    for (const outcome of outcomes) {
      assert.ok(outcome.status === 'rejected');
      assert.equal(outcome.reason, outage);
    }
    assert.equal(tries, 1);
  });

  it('are over when ended() resolves', async () => {
    const { transactions, insert, numbers } = world();
    const written = insert(1);
    await transactions.ended();
    assert.deepEqual(numbers(), [{ number: 1 }]);
    await written;
  });
});
