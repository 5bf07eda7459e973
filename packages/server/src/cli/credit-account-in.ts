import type { Administration, CreditAccount } from '@model-gateway/sql';
import { CommandError } from './io.ts';

/** Returns the credit account with this id. Throws when the store does not hold it. */
export async function presentAccount(id: string, admin: Administration): Promise<CreditAccount> {
  const found = await admin.accounts.show(id);
  if (found === undefined) throw new CommandError(`there is no credit account "${id}"`);
  return found;
}
