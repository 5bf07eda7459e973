import { CommandError } from './io.ts';

/** Returns the ids of a flag; a list with an empty one is that of a variable that is not set. */
export function listIn(flag: string, text: string, example: string): readonly string[] {
  const ids = text.split(',').map((id) => id.trim());
  if (!ids.includes('')) return ids;
  throw new CommandError(
    `${flag} must be ids with commas between, such as ${example}, got ${JSON.stringify(text)}`,
  );
}
