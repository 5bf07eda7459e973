import { didYouMean } from './did-you-mean.ts';
import { kindOf } from './quote.ts';
import { ANYTHING, checkValue, type ValueRule } from './value-rule.ts';

/** What each option of a function has to be; the types ask for a row for each. */
export type OptionTable<Options> = { readonly [Name in keyof Options]-?: ValueRule };

/**
 * Throws a `TypeError` for options that a function does not have or cannot use, so that a misspelt
 * one is not ignored without a word: `createGateway has no option "dialects"; did you mean
 * "dialect"?`. Undefined members count as absent, unless they are among `required`.
 */
export function checkOptions(
  caller: string,
  options: unknown,
  table: Readonly<Record<string, ValueRule>>,
  required: readonly string[] = [],
): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new TypeError(`${caller} takes an object of options, got ${kindOf(options)}`);
  }
  const known = Object.keys(table);
  const given = new Map<string, unknown>(Object.entries(options));
  for (const [name, value] of given) {
    if (value === undefined || Object.hasOwn(table, name)) continue;
    const hint = didYouMean(name, known) || `; its options are ${known.join(', ')}`;
    throw new TypeError(`${caller} has no option "${name}"${hint}`);
  }
  for (const [name, rule] of Object.entries(table)) {
    const value = given.get(name);
    if (value !== undefined) checkValue(`${caller}: ${name}`, value, rule);
    else if (required.includes(name)) {
      throw new TypeError(`${caller} needs ${name}: ${rule.must}`);
    }
  }
}

/** Returns the table of options of these names, whose values another check looks at. */
export function optionsNamed(names: readonly string[]): Readonly<Record<string, ValueRule>> {
  return Object.fromEntries(names.map((name) => [name, ANYTHING]));
}
