import type { Database } from '../database.ts';
import type { Changes } from '../changes.ts';
import type { ChangeKeys } from '../key-changes.ts';
import type { DestinationNotices } from '../destination-notices.ts';
import type { Clock } from '@model-gateway/core';
import type { DestinationRows } from '../destination-rows.ts';

/** The dependencies of every part of the administration. */
export interface AdministrationContext {
  readonly database: Database;
  readonly changes: Changes;
  readonly changeKeys: ChangeKeys;
  readonly notices: DestinationNotices;
  readonly clock: Clock;
  readonly rows: DestinationRows;
}
