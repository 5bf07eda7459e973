import type { Clock } from '@model-gateway/core';
import type { Changes } from '../changes.ts';
import type { Database } from '../database.ts';
import type { DestinationNotices } from '../destination-notices.ts';
import type { DestinationRows } from '../destination-rows.ts';
import { createAssignmentAdministration, type AssignmentAdministration } from './assignments.ts';
import { createCatalogAdministration, type CatalogAdministration } from './catalog.ts';
import {
  createCreditAccountAdministration,
  type CreditAccountAdministration,
} from './credit-accounts.ts';
import { createDestinationAdministration, type DestinationAdministration } from './destinations.ts';
import { createKeyAdministration, type KeyAdministration } from './keys.ts';
import { createMemberAdministration, type MemberAdministration } from './members.ts';
import { createWorkspaceAdministration, type WorkspaceAdministration } from './workspaces.ts';

/** Administration that the HTTP interface lacks, as functions; a command can be built on it. */
export interface Administration {
  readonly keys: KeyAdministration;
  readonly workspaces: WorkspaceAdministration;
  readonly accounts: CreditAccountAdministration;
  readonly members: MemberAdministration;
  readonly assignments: AssignmentAdministration;
  readonly destinations: DestinationAdministration;
  readonly catalog: CatalogAdministration;
}

/** The dependencies of every part of the administration. */
export interface AdministrationContext {
  readonly database: Database;
  readonly changes: Changes;
  readonly notices: DestinationNotices;
  readonly clock: Clock;
  readonly rows: DestinationRows;
}

export function createAdministration(context: AdministrationContext): Administration {
  return {
    keys: createKeyAdministration(context),
    workspaces: createWorkspaceAdministration(context),
    accounts: createCreditAccountAdministration(context),
    members: createMemberAdministration(context),
    assignments: createAssignmentAdministration(context),
    destinations: createDestinationAdministration(context),
    catalog: createCatalogAdministration(context),
  };
}
