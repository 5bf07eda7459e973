import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

/** The statements of the stores as one would write them by hand: nothing read, nothing checked. */
export interface Bare {
  patch(id: string): Promise<void>;
  reserveAndSettle(accountId: string): Promise<void>;
  close(): Promise<void>;
}

const CONFIG = JSON.stringify({ url: 'https://hooks.example/in' });
const AMOUNT = '0.000001';

export function bareOf(location: string, synchronous: string): Promise<Bare> {
  return location.startsWith('sqlite:')
    ? bareSqlite(location.slice('sqlite:'.length), synchronous)
    : barePostgres(location);
}

async function bareSqlite(file: string, synchronous: string): Promise<Bare> {
  const database = new DatabaseSync(file);
  database.exec(`pragma journal_mode = wal; pragma synchronous = ${synchronous}`);
  const prepare = (sql: string) => database.prepare(sql);
  const find = prepare('select * from mg_destinations where id = ?');
  const replace = prepare(
    'update mg_destinations set workspace_id = workspace_id, version = ?, name = ?, type = type, enabled = 1, privacy_mode = 0, sampling_rate = 1, api_key_hashes = null, filter_rules = null, config = ?, sealed_with = null, created_at = created_at, created_ms = created_ms, updated_at = updated_at where id = ? and version = ? returning id',
  );
  const begin = prepare('begin immediate');
  const commit = prepare('commit');
  const account = prepare('select balance, reserved, state from mg_credit_accounts where id = ?');
  const setReserved = prepare('update mg_credit_accounts set reserved = ? where id = ?');
  const setBalance = prepare('update mg_credit_accounts set balance = ? where id = ?');
  const insert = prepare(
    "insert into mg_reservations (id, account_id, amount, state, expires_ms) values (?, ?, ?, 'open', ?)",
  );
  const remove = prepare(
    'delete from mg_reservations where id = ? returning id, account_id, amount, state',
  );
  const move = prepare(
    'insert into mg_credit_movements (account_id, amount, kind, reservation_id, note, at_ms) values (?, ?, ?, ?, ?, ?)',
  );
  return {
    async patch(id) {
      // The table has this column.
      const { version } = find.get(id) as { version: string };
      replace.all(randomUUID(), randomUUID(), CONFIG, id, version);
      find.get(id);
    },
    async reserveAndSettle(accountId) {
      const id = randomUUID();
      begin.run();
      // As above.
      const { balance } = account.get(accountId) as { balance: string };
      setReserved.run(AMOUNT, accountId);
      insert.run(id, accountId, AMOUNT, 0);
      commit.run();
      begin.run();
      remove.all(id);
      account.get(accountId);
      setReserved.run('0', accountId);
      setBalance.run(balance, accountId);
      move.run(accountId, '0', 'charge', id, null, 0);
      commit.run();
    },
    close: async () => database.close(),
  };
}

async function barePostgres(location: string): Promise<Bare> {
  const client = new pg.Client({ connectionString: location });
  await client.connect();
  const ask = (name: string, text: string, values: unknown[]) =>
    client.query<{ version: string }>({ name, text, values });
  const find = (id: string) => ask('find', 'select * from mg_destinations where id = $1', [id]);
  return {
    async patch(id) {
      const { rows } = await find(id);
      await ask(
        'replace',
        'update mg_destinations set workspace_id = workspace_id, version = $1, name = $2, type = type, enabled = true, privacy_mode = false, sampling_rate = 1, api_key_hashes = null, filter_rules = null, config = $3, sealed_with = null, created_at = created_at, created_ms = created_ms, updated_at = updated_at where id = $4 and version = $5 returning id',
        [randomUUID(), randomUUID(), CONFIG, id, rows[0]?.version],
      );
      await find(id);
    },
    async reserveAndSettle(accountId) {
      const id = randomUUID();
      await ask(
        'reserve',
        "with account as (update mg_credit_accounts set reserved = reserved + $1::numeric where id = $2 and state = 'active' and balance - reserved >= $1::numeric returning id) insert into mg_reservations (id, account_id, amount, state, expires_ms) select $3, id, $1::numeric, 'open', 0 from account returning id",
        [AMOUNT, accountId, id],
      );
      await ask(
        'end',
        "with ended as (delete from mg_reservations where id = $1 returning account_id, amount, state), charge as (select account_id, least($2::numeric, amount) as spent, case when state = 'open' then amount else 0 end as freed from ended), account as (update mg_credit_accounts as account set balance = account.balance - charge.spent, reserved = account.reserved - charge.freed from charge where account.id = charge.account_id returning account.id), movement as (insert into mg_credit_movements (account_id, amount, kind, reservation_id, at_ms) select charge.account_id, -charge.spent, 'charge', $1, 0 from charge join account on account.id = charge.account_id where charge.spent > 0) select account_id from ended",
        [id, AMOUNT],
      );
    },
    close: () => client.end(),
  };
}
