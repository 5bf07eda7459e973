import { addDecimals, formatDecimal, type Decimal } from '@model-gateway/core';
import type { GenerationRow } from '../../generation-rows.ts';
import type { SqliteConnection } from './connection.ts';
import { decimal } from '../../decimal.ts';

/** What is added to the sums of a day: a generation, or a charge that none explains. */
type Usage = Pick<
  GenerationRow,
  | 'account_id'
  | 'key_hash'
  | 'user_id'
  | 'workspace_id'
  | 'model'
  | 'provider_slug'
  | 'provider_name'
  | 'prompt_tokens'
  | 'completion_tokens'
  | 'reasoning_tokens'
>;

interface Sum {
  readonly day: string;
  /** The first that was added: it has the group of all others. */
  readonly first: Usage;
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
  /** By key: each has few. */
  readonly #sums = new Map<string, Sum[]>();

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  add(day: string, usage: Usage, cost: Decimal): void {
    const sum = this.#sumOf(day, usage);
    sum.providerName = usage.provider_name;
    sum.requests++;
    sum.cost = addDecimals(sum.cost, cost);
    sum.tokens[0] += usage.prompt_tokens ?? 0;
    sum.tokens[1] += usage.completion_tokens ?? 0;
    sum.tokens[2] += usage.reasoning_tokens ?? 0;
  }

  write(): void {
    for (const ofKey of this.#sums.values()) for (const sum of ofKey) this.#write(sum);
    this.#sums.clear();
  }

  #sumOf(day: string, usage: Usage): Sum {
    const ofKey = this.#sums.get(usage.key_hash) ?? [];
    const known = ofKey.find((one) => one.day === day && areTogether(one.first, usage));
    if (known !== undefined) return known;
    const { provider_name: providerName } = usage;
    const sum: Sum = {
      day,
      first: usage,
      providerName,
      requests: 0,
      cost: NOTHING,
      tokens: [0, 0, 0],
    };
    ofKey.push(sum);
    this.#sums.set(usage.key_hash, ofKey);
    return sum;
  }

  #write({ day, first, providerName, requests, cost, tokens }: Sum): void {
    const { account_id, key_hash, user_id, workspace_id, model, provider_slug } = first;
    const group = [account_id, day, key_hash, user_id, workspace_id, model, provider_slug];
    // The columns that the statement names.
    const known = this.#connection.get(FIND, group) as Known | undefined;
    const sum = known === undefined ? cost : addDecimals(decimal(known.cost), cost);
    const values = [providerName, requests, formatDecimal(sum), ...tokens];
    if (known === undefined) this.#connection.run(INSERT, [...values, ...group]);
    else this.#connection.run(ADD, [...values, known.row]);
  }
}

/** Returns whether these, of one key, belong to the same sum of a day. */
function areTogether(a: Usage, b: Usage): boolean {
  return (
    a.account_id === b.account_id &&
    a.user_id === b.user_id &&
    a.workspace_id === b.workspace_id &&
    a.model === b.model &&
    a.provider_slug === b.provider_slug
  );
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
