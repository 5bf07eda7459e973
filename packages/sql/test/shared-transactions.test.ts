import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { StoreUnavailableError } from '@model-gateway/core';
import { openStores } from '@model-gateway/sql';
import { SqliteConnection } from '../src/dialect/sqlite/connection.ts';
import {
  SharedTransactions,
  type InTransaction,
} from '../src/dialect/sqlite/shared-transactions.ts';

/** Transactions over a table of numbers, of which `ran` has how many works each had. */
function world({
  fails,
  isFree,
}: { readonly fails?: () => Error | undefined; readonly isFree?: () => boolean } = {}) {
  const connection = new SqliteConnection(new DatabaseSync(':memory:'));
  connection.run('create table numbers (number integer)');
  const ran: number[] = [];
  let works = 0;
  const transact: InTransaction<SqliteConnection> = async (work) => {
    const failure = fails?.();
    if (failure !== undefined) throw failure;
    connection.run('begin immediate');
    works = 0;
    try {
      const result = work(connection);
      connection.run('commit');
      ran.push(works);
      return result;
    } catch (error) {
      connection.run('rollback');
      throw error;
    }
  };
  const transactions = new SharedTransactions(transact, isFree);
  const insert = (number: number, isAlone?: boolean, isPatient?: boolean) =>
    transactions.add(
      (own) => {
        works++;
        own.run('insert into numbers values (?)', [number]);
        return own.all('select number from numbers').length;
      },
      isAlone,
      isPatient,
    );
  const numbers = () =>
    connection.all('select number from numbers').map((row) => ({ ...(row as object) }));
  return { transactions, insert, numbers, ran };
}

const endOfTurn = () => new Promise<void>((resolve) => void setImmediate(resolve));

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

  it('wait for those of the next turn, and no longer, where all are patient', async () => {
    const { insert, ran } = world();
    const first = insert(1, false, true);
    await endOfTurn();
    const second = insert(2);
    await endOfTurn();
    assert.deepEqual(await Promise.all([first, second, insert(3)]), [1, 2, 3]);
    assert.deepEqual(ran, [2, 1]);
  });

  it('do not wait for the next turn where one of them is not patient', async () => {
    const { insert, ran } = world();
    const both = [insert(1, false, true), insert(2)];
    await endOfTurn();
    await Promise.all([...both, insert(3)]);
    await insert(4);
    assert.deepEqual(ran, [2, 1, 1]);
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

  it('are committed at once where one comes alone', async () => {
    const { insert, numbers, ran } = world();
    const first = insert(1, true);
    assert.deepEqual(numbers(), [{ number: 1 }]);
    assert.deepEqual(await Promise.all([first, insert(2, true)]), [1, 2]);
    assert.deepEqual(ran, [1, 1]);
  });

  it('are with those that wait already, though one seems to come alone', async () => {
    const { insert, ran } = world();
    assert.deepEqual(await Promise.all([insert(1), insert(2, true)]), [1, 2]);
    assert.deepEqual(ran, [2]);
  });

  it('wait for each other where no transaction could begin, though each seems to come alone', async () => {
    const { insert, ran } = world({ isFree: () => false });
    assert.deepEqual(await Promise.all([insert(1, true), insert(2, true)]), [1, 2]);
    assert.deepEqual(ran, [2]);
  });

  it('wait after a turn that had several, until a turn has one', async () => {
    const { insert, ran } = world();
    await Promise.all([insert(1), insert(2)]);
    await Promise.all([insert(3, true), insert(4, true)]);
    await insert(5, true);
    await Promise.all([insert(6, true), insert(7, true)]);
    assert.deepEqual(ran, [2, 2, 1, 1, 1]);
  });

  it('throw what one that comes alone throws', async () => {
    const { transactions, numbers } = world();
    const work = transactions.add((own) => {
      own.run('insert into numbers values (1)');
      throw new RangeError('a bad amount');
    }, true);
    await assert.rejects(work, new RangeError('a bad amount'));
    assert.deepEqual(numbers(), []);
  });

  it('are over when ended() resolves', async () => {
    const { transactions, insert, numbers } = world();
    const written = insert(1);
    await transactions.ended();
    assert.deepEqual(numbers(), [{ number: 1 }]);
    await written;
  });
});

describe('a payment on SQLite', () => {
  /** What happened first: the payments, or the end of the turn of the event loop. */
  async function firstOf(pay: () => Promise<void>): Promise<string> {
    const turn = new Promise<string>((resolve) => void setImmediate(resolve, 'turn'));
    return Promise.race([pay().then(() => 'paid'), turn]);
  }

  async function ledgerWithCredit() {
    const { ledger, admin, close } = await openStores('sqlite::memory:');
    await admin.accounts.create({ id: 'org_1', credits: '1' });
    const reserve = async (amount = '0.1') => {
      const reservation = await ledger.reserve('org_1', amount);
      return reservation && { settle: () => ledger.settle(reservation, amount) };
    };
    return { reserve, close };
  }

  it('waits for no other one where no other request is paying', async () => {
    const { reserve, close } = await ledgerWithCredit();
    assert.equal(await reserve('2'), undefined, 'refused, which leaves nothing open');
    for (let payment = 0; payment < 2; payment++) {
      assert.equal(await firstOf(async () => (await reserve())?.settle()), 'paid');
    }
    await close();
  });

  it('waits for those of the same turn while another request is paying', async () => {
    const { reserve, close } = await ledgerWithCredit();
    const open = await reserve();
    assert.equal(await firstOf(async () => void (await reserve())), 'turn');
    await open?.settle();
    await close();
  });
});
