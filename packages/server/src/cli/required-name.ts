import { CommandError } from './io.ts';

/** Throws when `--name` says nothing, such as the text of a variable that is not set. */
export function requireName(what: string, name: string): void {
  if (name.trim() !== '') return;
  throw new CommandError(`--name must say what the ${what} is called, got ${JSON.stringify(name)}`);
}
