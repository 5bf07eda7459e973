import { CommandError } from './io.ts';

/**
 * Throws unless the text of `--email` has the form of an address: a name and a host, with one @
 * between. A host may be `localhost`. Only a message to it could tell whether it exists.
 */
export function requireEmailAddress(text: string): void {
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return;
  throw new CommandError(
    `--email must be an address such as ada@example.com, got ${JSON.stringify(text)}`,
  );
}
