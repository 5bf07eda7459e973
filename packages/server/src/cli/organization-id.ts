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
