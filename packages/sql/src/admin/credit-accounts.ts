import { formatDecimal, parseCredits, subtractDecimals } from '@model-gateway/core';
import type { Selectable, Transaction } from 'kysely';
import { amountOf } from '../decimal.ts';
import type { Schema } from '../schema.ts';
import { isStorable, requireStorable } from '../storable-text.ts';
import { AdministrationError } from '../administration-error.ts';
import type { AdministrationContext } from './administration-context.ts';
import { auditAccount, type Audit } from './audit.ts';
import { exportRows, importAll, type ImportOptions, type Records } from './batches.ts';

/** An account that pays. Amounts are USD in plain digits. */
export interface CreditAccount {
  readonly id: string;
  /** A disabled account cannot reserve; open reservations can still be charged. */
  readonly state: 'active' | 'disabled';
  /** Grants less charges. */
  readonly balance: string;
  /** Set aside for requests under way. */
  readonly reserved: string;
  /** The amount that can still be reserved. */
  readonly free: string;
  readonly createdAt: string;
}

/** A change of the balance of a credit account. */
export interface CreditMovement {
  readonly id: string;
  readonly accountId: string;
  /** Above 0 for a grant, below 0 for a charge. */
  readonly amount: string;
  readonly kind: 'grant' | 'charge';
  readonly reservationId: string | null;
  readonly note: string | null;
  readonly at: string;
  /** What a charge is for; null for a grant, and for a charge of before schema 6. */
  readonly generationId: string | null;
  /** The SHA-256 of the key that is charged for. */
  readonly keyHash: string | null;
  /** The name of the operation, for example `createImage`. */
  readonly operation: string | null;
  readonly model: string | null;
  /** The slug of the provider that served. */
  readonly provider: string | null;
}

/** Administers credit accounts. Amounts are USD as decimal strings. */
export interface CreditAccountAdministration {
  /** Opens an account, with a balance of 0 by default. */
  create(account: { readonly id: string; readonly credits?: string }): Promise<CreditAccount>;
  show(id: string): Promise<CreditAccount | undefined>;
  /** Adds to the balance; a negative amount corrects it. Throws for an unknown account. */
  grant(id: string, amount: string, note?: string): Promise<CreditAccount>;
  disable(id: string): Promise<boolean>;
  enable(id: string): Promise<boolean>;
  /** Deletes an account with all its movements. Throws while something is reserved. */
  delete(id: string): Promise<boolean>;
  /** Compares the balance with the movements, and the reserved amount with the reservations. */
  audit(id: string): Promise<Audit>;
  /** Frees expired reservations, as open stores also do every minute; resolves to their number. */
  sweep(): Promise<number>;
  /** Returns the last movements of an account, or the last before one, oldest first. */
  latest(
    id: string,
    page: { readonly limit: number; readonly before?: number | undefined },
  ): Promise<readonly CreditMovement[]>;
  /** Yields every movement of an account, oldest first. */
  movements(id: string): AsyncGenerator<CreditMovement>;
  /** Opens accounts with their balances as a first grant. Throws for an account that exists. */
  import(
    accounts: Records<Pick<CreditAccount, 'id' | 'balance'>>,
    options?: ImportOptions,
  ): Promise<number>;
  export(): AsyncGenerator<CreditAccount>;
}

type Row = Selectable<Schema['mg_credit_accounts']>;
type OpeningAccount = Pick<CreditAccount, 'id' | 'balance'>;
type MovementRow = Selectable<Schema['mg_credit_movements']>;

export function createCreditAccountAdministration({
  database,
  clock,
}: AdministrationContext): CreditAccountAdministration {
  const { db, credits } = database;
  const show = async (id: string) => {
    if (!isStorable(id)) return undefined;
    const accounts = db.selectFrom('mg_credit_accounts').selectAll();
    const row = await accounts.where('id', '=', id).executeTakeFirst();
    return row && toAccount(row);
  };
  const present = async (id: string) => {
    const account = await show(id);
    if (account === undefined) throw new AdministrationError(`there is no credit account "${id}"`);
    return account;
  };
  const setState = async (id: string, state: CreditAccount['state']) => {
    const { numUpdatedRows } = await db
      .updateTable('mg_credit_accounts')
      .set({ state })
      .where('id', '=', id)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  };
  const write: CreditAccountAdministration['import'] = (accounts, options) => {
    const now = clock.now();
    return importAll(
      database.transaction,
      checkedAccounts(accounts),
      (trx, batch) => insertAccounts(trx, batch, now),
      options,
    );
  };

  return {
    show,
    import: write,
    async create({ id, credits: balance = '0' }) {
      parseCredits(balance);
      await write([{ id, balance }]);
      return present(id);
    },
    async grant(accountId, amount, note) {
      const added = formatDecimal(amountOf(amount));
      requireStorable({ accountId, note: note ?? null });
      const now = clock.now();
      await credits.grant({ accountId, amount: added, note: note ?? null, now });
      return present(accountId);
    },
    disable: (id) => setState(id, 'disabled'),
    enable: (id) => setState(id, 'active'),
    delete: (id) => database.transaction((trx) => deleteAccount(trx, id)),
    audit: (id) => auditAccount(database, id),
    sweep: () => credits.sweep(clock.now()),
    async latest(id, { limit, before }) {
      if (!isStorable(id)) return [];
      const movements = db
        .selectFrom('mg_credit_movements')
        .selectAll()
        .where('account_id', '=', id)
        .orderBy('id', 'desc')
        .limit(limit);
      const page = before === undefined ? movements : movements.where('id', '<', before);
      return (await page.execute()).map(toMovement).toReversed();
    },
    movements: (id) =>
      exportRows(
        db.selectFrom('mg_credit_movements').selectAll().where('account_id', '=', id),
        'id',
        toMovement,
      ),
    export: () => exportRows(db.selectFrom('mg_credit_accounts').selectAll(), 'id', toAccount),
  };
}

async function insertAccounts(
  trx: Transaction<Schema>,
  accounts: readonly OpeningAccount[],
  now: number,
): Promise<void> {
  for (const { id, balance } of accounts) {
    const { numInsertedOrUpdatedRows = 0n } = await trx
      .insertInto('mg_credit_accounts')
      .values({ id, state: 'active', balance, reserved: '0', created_at: iso(now) })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) {
      throw new AdministrationError(
        `there is a credit account "${id}" already: grant to it, or delete it first`,
      );
    }
    if (balance === '0') continue;
    await trx
      .insertInto('mg_credit_movements')
      .values({
        account_id: id,
        amount: balance,
        kind: 'grant',
        reservation_id: null,
        note: 'opening balance',
        at_ms: now,
      })
      .execute();
  }
}

async function deleteAccount(trx: Transaction<Schema>, id: string): Promise<boolean> {
  // Reservations before their account, and their table first, as the steps of the ledger lock them.
  await trx
    .deleteFrom('mg_reservations')
    .where('account_id', '=', id)
    .where('state', '=', 'swept')
    .execute();
  // Locks the account, so that nothing is reserved meanwhile.
  await trx
    .updateTable('mg_credit_accounts')
    .set({ state: 'disabled' })
    .where('id', '=', id)
    .execute();
  const open = await trx
    .selectFrom('mg_reservations')
    .select('id')
    .where('account_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  if (open !== undefined) {
    throw new AdministrationError(
      `credit account "${id}" has open reservations: disable it and try again later`,
    );
  }
  await trx.deleteFrom('mg_credit_movements').where('account_id', '=', id).execute();
  const { numDeletedRows } = await trx
    .deleteFrom('mg_credit_accounts')
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

async function* checkedAccounts(accounts: Records<OpeningAccount>): AsyncGenerator<OpeningAccount> {
  for await (const { id, balance } of accounts) {
    requireStorable({ id });
    if (id === '') throw new AdministrationError('the id of a credit account must not be empty');
    yield { id, balance: formatDecimal(amountOf(balance)) };
  }
}

function toAccount({ id, state, balance, reserved, created_at }: Row): CreditAccount {
  const [total, held] = [amountOf(balance), amountOf(reserved)];
  return {
    id,
    state,
    balance: formatDecimal(total),
    reserved: formatDecimal(held),
    free: formatDecimal(subtractDecimals(total, held)),
    createdAt: created_at,
  };
}

function toMovement(row: MovementRow): CreditMovement {
  return {
    id: String(row.id),
    accountId: row.account_id,
    amount: formatDecimal(amountOf(row.amount)),
    kind: row.kind,
    reservationId: row.reservation_id,
    note: row.note,
    at: iso(Number(row.at_ms)),
    generationId: row.generation_id,
    keyHash: row.key_hash,
    operation: row.operation,
    model: row.model,
    provider: row.provider,
  };
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
