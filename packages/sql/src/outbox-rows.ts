import type { OutboxEntry } from '@model-gateway/core';
import type { Insertable, Selectable } from 'kysely';
import type { OnReport } from './report.ts';
import type { Schema } from './schema.ts';
import type { SecretBox } from './secrets/secret-box.ts';
import { requireStorable } from './storable-text.ts';

export type OutboxRow = Selectable<Schema['mg_outbox']>;
export type OutboxInsert = Insertable<Schema['mg_outbox']>;

/** Between entries of the outbox and their rows; records, which hold prompts, are sealed. */
export class OutboxRows {
  readonly #box: SecretBox | undefined;
  readonly #report: OnReport;

  constructor(box: SecretBox | undefined, report: OnReport) {
    this.#box = box;
    this.#report = report;
  }

  async toRow(
    { id, workspaceId, destinationId, since, payload }: OutboxEntry,
    holder: string,
  ): Promise<OutboxInsert> {
    requireStorable({ id, workspaceId, destinationId, payload, holder });
    const box = this.#box;
    const stored = box === undefined ? payload : await box.seal(payload, contextOf(id));
    return {
      id,
      workspace_id: workspaceId,
      destination_id: destinationId,
      since_ms: since,
      not_before_ms: 0,
      holder,
      payload: stored,
      payload_length: stored.length,
      sealed_with: box === undefined ? null : box.keyId,
    };
  }

  /** What cannot be opened is left out, held and kept: the key may come back with a later process. */
  async toEntries(rows: readonly OutboxRow[]): Promise<readonly OutboxEntry[]> {
    const entries: OutboxEntry[] = [];
    for (const row of rows) {
      try {
        entries.push(await this.#toEntry(row));
      } catch (error) {
        this.#report({ type: 'background-failed', task: 'opening telemetry of the outbox', error });
      }
    }
    return entries;
  }

  async #toEntry(row: OutboxRow): Promise<OutboxEntry> {
    const { id, payload, sealed_with } = row;
    if (sealed_with !== null && this.#box === undefined) {
      throw new Error(`a record was sealed with the key "${sealed_with}", and no key was given`);
    }
    return {
      id,
      workspaceId: row.workspace_id,
      destinationId: row.destination_id,
      since: Number(row.since_ms),
      payload:
        sealed_with === null || this.#box === undefined
          ? payload
          : await this.#box.open(payload, contextOf(id)),
    };
  }
}

/** What is sealed for one entry cannot be read as another one. */
function contextOf(id: string): string {
  return `outbox ${id}`;
}
