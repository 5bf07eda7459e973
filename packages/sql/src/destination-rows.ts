import type { Destination, StoredDestination } from '@model-gateway/core';
import { canonicalId } from '@model-gateway/core/kit';
import type { Insertable, Selectable } from 'kysely';
import type { OnReport } from './report.ts';
import type { Schema } from './schema.ts';
import { openConfig, sealConfig } from './secrets/sealed-config.ts';
import type { SecretBox } from './secrets/secret-box.ts';
import { requireStorable } from './storable-text.ts';

export type DestinationRow = Selectable<Schema['mg_destinations']>;

/** Translates destinations to rows and back, sealing their secrets and opening them. */
export class DestinationRows {
  readonly box: SecretBox | undefined;
  readonly #report: OnReport;
  #hasWarned = false;

  constructor(box: SecretBox | undefined, report: OnReport) {
    this.box = box;
    this.#report = report;
  }

  /** Returns the row of a destination, under a version that was never used before. */
  async toRow({ destination, accountId }: StoredDestination): Promise<DestinationInsert> {
    const { id, name, type, enabled, privacy_mode, sampling_rate } = destination;
    const workspace_id = canonicalId(destination.workspace_id);
    const { api_key_hashes, filter_rules, created_at, updated_at } = destination;
    requireStorable({ id, workspace_id, name, type, accountId });
    const { config, sealedWith, inClear } = await sealConfig(
      destination,
      destination.config,
      this.box,
    );
    if (inClear !== '') this.#warn(id, inClear);
    return {
      id,
      account_id: accountId,
      workspace_id,
      version: crypto.randomUUID(),
      name,
      type,
      enabled,
      privacy_mode,
      sampling_rate,
      api_key_hashes: api_key_hashes === null ? null : JSON.stringify(api_key_hashes),
      filter_rules: filter_rules === null ? null : JSON.stringify(filter_rules),
      config: JSON.stringify(config),
      sealed_with: sealedWith,
      created_at,
      created_ms: Date.parse(created_at),
      updated_at,
    };
  }

  async toDestination(row: DestinationRow): Promise<Destination> {
    const { id, workspace_id, name, type, sampling_rate, created_at, updated_at } = row;
    // Here and below: written by toRow.
    const config = JSON.parse(row.config) as Destination['config'];
    return {
      id,
      workspace_id,
      name,
      type,
      enabled: Boolean(row.enabled),
      privacy_mode: Boolean(row.privacy_mode),
      sampling_rate,
      api_key_hashes: parsed(row.api_key_hashes) as Destination['api_key_hashes'],
      filter_rules: parsed(row.filter_rules) as Destination['filter_rules'],
      config: await openConfig(row, { config, sealedWith: row.sealed_with }, this.box),
      created_at,
      updated_at,
    };
  }

  /** Once per destination and process. */
  #warn(destinationId: string, members: string): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    this.#report({ type: 'secrets-in-clear', destinationId, members });
  }
}

function parsed(text: string | null): unknown {
  return text === null ? null : JSON.parse(text);
}

export type DestinationInsert = Insertable<Schema['mg_destinations']>;
