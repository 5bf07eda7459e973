import { addDecimals, formatDecimal, type Decimal } from '@model-gateway/core';
import { memberId } from '@model-gateway/core/kit';
import type { DatedSpender, SubjectWindow } from '../../database.ts';
import { COUNTERS } from '../../subject-columns.ts';
import type { SqliteConnection } from './connection.ts';
import { decimal } from '../../decimal.ts';

/** What a subject has used of its budget in one window. */
export interface Counter extends Pick<SubjectWindow, 'counter' | 'id' | 'first' | 'last'> {
  readonly used: Decimal;
}

interface Known extends Counter {
  used: Decimal;
  isChanged: boolean;
}

/** Who spends, and what is counted of it. */
interface Counted {
  readonly spender: Spender;
  readonly counters: readonly Known[];
}

type Spender = Omit<DatedSpender, 'day'>;

/**
 * What the subjects with a budget have used, in one transaction: each is read once, and written once
 * if it was changed.
 */
export class Counters {
  readonly #connection: SqliteConnection;
  /** By counter and id. */
  readonly #known = new Map<string, Known>();
  /** By key. Mostly one spender each: one whose key has moved meanwhile is another. */
  readonly #counted = new Map<string, Counted[]>();

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  /** Returns the counters of those subjects of a spender that are counted. */
  of(spender: Spender): readonly Known[] {
    const { key, user, workspace, organization } = spender;
    const ofKey = this.#counted.get(key);
    const known = ofKey?.find((one) => isSame(one.spender, spender));
    if (known !== undefined) return known.counters;
    const member = organization === null || user === null ? null : memberId(organization, user);
    const subjects = { key, member, workspace, organization };
    const ids = COUNTERS.map(([, kind]) => subjects[kind]);
    // The columns that the statement names.
    const rows = this.#connection.all(COUNTED, ids) as readonly Row[];
    const counters = rows.map((row) => this.#learn(row));
    this.#counted.set(key, [...(ofKey ?? []), { spender, counters }]);
    return counters;
  }

  /** Adds to what counted subjects of a spender have used, where its day is in their window. */
  add(spender: DatedSpender, change: Decimal): void {
    if (change.units === 0n) return;
    for (const counter of this.of(spender)) {
      if (spender.day < counter.first || spender.day > counter.last) continue;
      counter.used = addDecimals(counter.used, change);
      counter.isChanged = true;
    }
  }

  /** Begins to count a subject, or counts it in another window. */
  put(counted: Counter): void {
    const { counter, id, first, last, used } = counted;
    this.#connection.run(PUT_COUNTED, [counter, id, first, last, formatDecimal(used)]);
    this.#known.set(nameOf(counted), { ...counted, isChanged: false });
    this.#counted.clear();
  }

  write(): void {
    for (const known of this.#known.values()) {
      if (!known.isChanged) continue;
      this.#connection.run(SET_USED, [formatDecimal(known.used), known.counter, known.id]);
      known.isChanged = false;
    }
  }

  /** What another spender has changed of it is newer than its row. */
  #learn(row: Row): Known {
    const name = nameOf(row);
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const learned = { ...row, used: decimal(row.used), isChanged: false };
    this.#known.set(name, learned);
    return learned;
  }
}

function isSame(a: Spender, b: Spender): boolean {
  return a.user === b.user && a.workspace === b.workspace && a.organization === b.organization;
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
