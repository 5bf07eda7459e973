import type { AdministrationContext } from './administration-context.ts';
import { createAssignmentAdministration, type AssignmentAdministration } from './assignments.ts';
import { createBudgetAdministration, type BudgetAdministration } from './budgets.ts';
import { createCatalogAdministration, type CatalogAdministration } from './catalog.ts';
import {
  createCreditAccountAdministration,
  type CreditAccountAdministration,
} from './credit-accounts.ts';
import { createDestinationAdministration, type DestinationAdministration } from './destinations.ts';
import { createGenerationAdministration, type GenerationAdministration } from './generations.ts';
import { createGuardrailAdministration, type GuardrailAdministration } from './guardrails.ts';
import { createKeyAdministration, type KeyAdministration } from './keys.ts';
import { createMemberAdministration, type MemberAdministration } from './members.ts';
import { createUsageAdministration, type UsageAdministration } from './usage.ts';
import { createWorkspaceAdministration, type WorkspaceAdministration } from './workspaces.ts';

/** Administration that the HTTP interface lacks, as functions; a command can be built on it. */
export interface Administration {
  readonly keys: KeyAdministration;
  readonly workspaces: WorkspaceAdministration;
  readonly accounts: CreditAccountAdministration;
  readonly budgets: BudgetAdministration;
  readonly members: MemberAdministration;
  readonly guardrails: GuardrailAdministration;
  readonly assignments: AssignmentAdministration;
  readonly destinations: DestinationAdministration;
  readonly catalog: CatalogAdministration;
  readonly generations: GenerationAdministration;
  readonly usage: UsageAdministration;
}

export function createAdministration(context: AdministrationContext): Administration {
  return {
    keys: createKeyAdministration(context),
    workspaces: createWorkspaceAdministration(context),
    accounts: createCreditAccountAdministration(context),
    budgets: createBudgetAdministration(context),
    members: createMemberAdministration(context),
    guardrails: createGuardrailAdministration(context),
    assignments: createAssignmentAdministration(context),
    destinations: createDestinationAdministration(context),
    catalog: createCatalogAdministration(context),
    generations: createGenerationAdministration(context),
    usage: createUsageAdministration(context),
  };
}
