import type { Administration } from '@model-gateway/sql';
import { CommandError } from './io.ts';

/** What a command says about who pays for a new key: false for `--no-account`. */
export interface AccountFlags {
  readonly account?: string | false;
}

/**
 * Decides which credit account pays for a new key, or for the keys that a management key makes: the
 * one that `--account` names, else the only one of the store. Null, for which nothing is charged, is
 * for `--no-account`. Refuses to choose between several or none, and an account that the store does
 * not hold: its keys could be given, and never make anything.
 */
export async function keyAccount(
  { account }: AccountFlags,
  admin: Administration,
): Promise<string | null> {
  if (account === false) return null;
  if (account !== undefined) return present(account, admin);
  const ids: string[] = [];
  for await (const { id } of admin.accounts.export()) ids.push(id);
  if (ids.length > 1) {
    throw new CommandError(
      `name the credit account that pays with --account (${listed(ids)}), or say --no-account to charge nothing`,
    );
  }
  const [only] = ids;
  if (only !== undefined) return only;
  throw new CommandError(
    'no credit account pays for the key: model-gateway credits grant --account ID --amount USD opens one, or say --no-account to charge nothing',
  );
}

async function present(id: string, admin: Administration): Promise<string> {
  if ((await admin.accounts.show(id)) !== undefined) return id;
  throw new CommandError(
    `there is no credit account "${id}"; model-gateway credits grant --account ID --amount USD opens one`,
  );
}

const MOST_LISTED = 5;

function listed(ids: readonly string[]): string {
  const more = ids.length - MOST_LISTED;
  return `${ids.slice(0, MOST_LISTED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
