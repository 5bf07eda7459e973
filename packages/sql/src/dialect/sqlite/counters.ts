import { addDecimals, formatDecimal, type Decimal } from '@model-gateway/core';
import { memberId } from '@model-gateway/core/kit';
import type { DatedSpender, SubjectWindow } from '../../database.ts';
import { COUNTERS } from '../../subject-columns.ts';
import type { SqliteConnection } from './connection.ts';
import { decimal } from './decimal.ts';

/** What a subject has used of its budget in one window. */
export interface Counter extends Pick<SubjectWindow, 'counter' | 'id' | 'first' | 'last'> {
  readonly used: Decimal;
}

/**
 * What the subjects with a budget have used, in one transaction: each is read once, and written once
 * if it was changed.
 */
export class Counters {
  readonly #connection: SqliteConnection;
  /** By counter and id. */
  readonly #known = new Map<string, Counter>();
  readonly #changed = new Map<string, Counter>();
  /** The names of a spender's counters. */
  readonly #namesOf = new Map<string, readonly string[]>();

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  /** Returns the counters of those subjects of a spender that are counted. */
  of({ key, user, workspace, organization }: Omit<DatedSpender, 'day'>): readonly Counter[] {
    const spender = JSON.stringify([key, user, workspace, organization]);
    let names = this.#namesOf.get(spender);
    if (names === undefined) {
      const member = organization === null || user === null ? null : memberId(organization, user);
      const subjects = { key, member, workspace, organization };
      const ids = COUNTERS.map(([, kind]) => subjects[kind]);
      // The columns that the statement names.
      const rows = this.#connection.all(COUNTED, ids) as readonly Row[];
      names = rows.map((row) => this.#learn(row));
      this.#namesOf.set(spender, names);
    }
    return names.flatMap((name) => this.#known.get(name) ?? []);
  }

  /** Adds to what counted subjects of a spender have used, where its day is in their window. */
  add(spender: DatedSpender, change: Decimal): void {
    if (change.units === 0n) return;
    for (const counter of this.of(spender)) {
      if (spender.day < counter.first || spender.day > counter.last) continue;
      const next = { ...counter, used: addDecimals(counter.used, change) };
      this.#known.set(nameOf(counter), next);
      this.#changed.set(nameOf(counter), next);
    }
  }

  /** Begins to count a subject, or counts it in another window. */
  put(counted: Counter): void {
    const { counter, id, first, last, used } = counted;
    this.#connection.run(PUT_COUNTED, [counter, id, first, last, formatDecimal(used)]);
    this.#known.set(nameOf(counted), counted);
    this.#changed.delete(nameOf(counted));
    this.#namesOf.clear();
  }

  write(): void {
    for (const { counter, id, used } of this.#changed.values()) {
      this.#connection.run(SET_USED, [formatDecimal(used), counter, id]);
    }
    this.#changed.clear();
  }

  /** Returns its name. What another spender has changed of it is newer than its row. */
  #learn(row: Row): string {
    const name = nameOf(row);
    if (!this.#known.has(name)) this.#known.set(name, { ...row, used: decimal(row.used) });
    return name;
  }
}

type Row = Omit<Counter, 'used'> & { readonly used: string };

function nameOf({ counter, id }: Pick<Counter, 'counter' | 'id'>): string {
  return `${counter} ${id}`;
}

// Node before 22.20 does not bind numbered parameters.
const SUBJECTS = COUNTERS.map(([counter]) => `('${counter}', ?)`);
// A cross join keeps its order: each row that may be there is looked up in the index.
const COUNTED = `with subject (counter, subject_id) as (values ${SUBJECTS.join(', ')})
  select kind as counter, id, first_day as first, last_day as last, used
  from subject cross join mg_spending on kind = counter and id = subject_id`;
const SET_USED = 'update mg_spending set used = ? where kind = ? and id = ?';
const PUT_COUNTED = `insert into mg_spending (kind, id, first_day, last_day, used)
  values (?, ?, ?, ?, ?) on conflict (kind, id) do update
  set first_day = excluded.first_day, last_day = excluded.last_day, used = excluded.used`;
