import type { Clock } from '@model-gateway/core';
import type { Database, Revision } from './database.ts';
import type { Statement } from './statement.ts';

/** The contents whose changes processes announce to each other. */
export type Topic = 'catalog' | 'keys';

/**
 * The revisions of the database's content, as far as this process knows: values in memory,
 * refreshed when another process announces a change, by polling, and after changes of our own.
 */
export class Changes {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #read: Statement<object, Revision>;
  readonly #revisions = new Map<string, string>();
  readonly #listeners: { readonly topic: Topic; readonly listener: () => void }[] = [];
  #lastAsked = 0;
  #lastApplied = 0;
  #knownAt = Number.NEGATIVE_INFINITY;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    this.#read = database.prepare('reads', (db) =>
      db.selectFrom('mg_revisions').select(['topic', 'revision']).compile(),
    );
  }

  /** Reads the current revisions, and watches for changes from then on. */
  async begin(): Promise<void> {
    await this.refresh();
    // A failure is reported where it happened, and polling goes on.
    this.#database.changes.watch(() => this.refresh().catch(() => {}));
  }

  onChange(topic: Topic, listener: () => void): void {
    this.#listeners.push({ topic, listener });
  }

  /** Returns the revision of the topic; empty before its first change. */
  revisionOf(topic: Topic): string {
    this.#look();
    return this.#revisions.get(topic) ?? '';
  }

  /** Returns the milliseconds since this process last knew the database's revisions. */
  age(): number {
    this.#look();
    const now = this.#clock.now();
    // After the clock was set back, only the time since then is known.
    this.#knownAt = Math.min(this.#knownAt, now);
    return now - this.#knownAt;
  }

  async refresh(): Promise<void> {
    const order = this.beginReading();
    const revisions = await this.#read({});
    this.apply(order, revisions);
  }

  /** Called before content is read together with its revision. */
  beginReading(): number {
    return ++this.#lastAsked;
  }

  /** Applies revisions that were read, unless a later read has already been applied. */
  apply(order: number, revisions: readonly Revision[]): void {
    if (order < this.#lastApplied) return;
    this.#lastApplied = order;
    this.#knownAt = this.#clock.now();
    for (const { topic, revision } of revisions) {
      if (this.#revisions.get(topic) === revision) continue;
      this.#revisions.set(topic, revision);
      for (const each of this.#listeners) if (each.topic === topic) each.listener();
    }
  }

  #look(): void {
    try {
      const seen = this.#database.changes.look();
      if (seen === 'unchanged') this.#knownAt = this.#clock.now();
      else if (seen !== undefined) this.apply(this.beginReading(), seen);
    } catch {
      // What fails here fails for statements too, which report it.
    }
  }
}
