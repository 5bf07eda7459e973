import { Accounts } from './accounts.ts';
import type { SqliteConnection } from './connection.ts';
import { Counters } from './counters.ts';
import { UsageSums } from './usage-sums.ts';

/**
 * One transaction of the ledger, which may be that of many requests. Sums, most of which they share,
 * are kept here and written by `write`, because SQLite would add doubles; all else is written at
 * once.
 */
export class LedgerTransaction {
  readonly connection: SqliteConnection;
  readonly accounts: Accounts;
  readonly counters: Counters;
  readonly usage: UsageSums;

  constructor(connection: SqliteConnection) {
    this.connection = connection;
    this.accounts = new Accounts(connection);
    this.counters = new Counters(connection);
    this.usage = new UsageSums(connection);
  }

  write(): void {
    this.accounts.write();
    this.counters.write();
    this.usage.write();
  }
}
