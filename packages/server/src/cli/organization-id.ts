import { CommandError } from './io.ts';

/**
 * Throws unless the text of `--organization` can be an organization: not the id of a user, which
 * begins with `user_` (contract §6.1), and not the empty text of a variable that is not set.
 */
export function requireOrganizationId(id: string): void {
  requireId('--organization', id, 'org_default');
  if (!isUserId(id)) return;
  throw new CommandError(
    `--organization must be an organization such as org_default, got the user ${id}`,
  );
}

/**
 * Throws unless a text can be a user: not the id of an organization, which begins with `org_` (contract
 * §6.1). A key of such a user would act for the organization, whose member the user need not be.
 */
export function requireUserId(option: string, id: string, example: string): void {
  requireId(option, id, example);
  if (!id.startsWith('org_')) return;
  throw new CommandError(`${option} must be a user such as ${example}, got the organization ${id}`);
}

/** Throws when an option that names someone is the empty text of a variable that is not set. */
export function requireId(option: string, id: string, example: string): void {
  if (id !== '') return;
  throw new CommandError(
    `${option} must be an id such as ${example}, got '': was a variable not set?`,
  );
}

/** Whether an id has the form of users. Source: contract §6.1. */
export function isUserId(id: string): boolean {
  return id.startsWith('user_');
}
