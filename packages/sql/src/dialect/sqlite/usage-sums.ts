import { addDecimals, formatDecimal, type Decimal } from '@model-gateway/core';
import type { SqliteConnection } from './connection.ts';
import { decimal } from './decimal.ts';

/** What is added to the sums of a day. */
interface Addition {
  /** Account, day, key, user, workspace, model, provider. */
  readonly group: readonly string[];
  readonly providerName: string | null;
  readonly cost: Decimal;
  /** Of input, of output, of reasoning. */
  readonly tokens: readonly (number | null)[];
}

interface Sum {
  readonly group: readonly string[];
  providerName: string | null;
  requests: number;
  cost: Decimal;
  readonly tokens: [number, number, number];
}

interface Known {
  readonly row: number;
  readonly cost: string;
}

/** What one transaction adds to the sums of days: each is written once. */
export class UsageSums {
  readonly #connection: SqliteConnection;
  readonly #sums = new Map<string, Sum>();

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  add({ group, providerName, cost, tokens }: Addition): void {
    const name = JSON.stringify(group);
    let sum = this.#sums.get(name);
    if (sum === undefined) {
      sum = { group, providerName, requests: 0, cost: NOTHING, tokens: [0, 0, 0] };
      this.#sums.set(name, sum);
    }
    sum.providerName = providerName;
    sum.requests++;
    sum.cost = addDecimals(sum.cost, cost);
    const [input, output, reasoning] = tokens;
    sum.tokens[0] += input ?? 0;
    sum.tokens[1] += output ?? 0;
    sum.tokens[2] += reasoning ?? 0;
  }

  write(): void {
    for (const { group, providerName, requests, cost, tokens } of this.#sums.values()) {
      // The columns that the statement names.
      const known = this.#connection.get(FIND, group) as Known | undefined;
      const sum = known === undefined ? cost : addDecimals(decimal(known.cost), cost);
      const values = [providerName, requests, formatDecimal(sum), ...tokens];
      if (known === undefined) this.#connection.run(INSERT, [...values, ...group]);
      else this.#connection.run(ADD, [...values, known.row]);
    }
    this.#sums.clear();
  }
}

const NOTHING: Decimal = { units: 0n, scale: 0 };

const GROUP = 'account_id, day, key_hash, user_id, workspace_id, model, provider_slug';
const FIND = `select rowid as row, cost from mg_usage_days where (${GROUP}) = (?, ?, ?, ?, ?, ?, ?)`;
const INSERT = `insert into mg_usage_days
  (provider_name, requests, cost, prompt_tokens, completion_tokens, reasoning_tokens, ${GROUP})
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const ADD = `update mg_usage_days set provider_name = ?, requests = requests + ?, cost = ?,
  prompt_tokens = prompt_tokens + ?, completion_tokens = completion_tokens + ?,
  reasoning_tokens = reasoning_tokens + ? where rowid = ?`;
