import { didYouMean } from './did-you-mean.ts';
import { kindOf, quote } from './quote.ts';

/**
 * Throws a `TypeError` for options that a function does not have, so that a misspelt one is not
 * ignored without a word: `createGateway has no option "dialects"; did you mean "dialect"?`.
 * Undefined members count as absent.
 */
export function checkOptions(caller: string, options: unknown, known: readonly string[]): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new TypeError(`${caller} takes an object of options, got ${kindOf(options)}`);
  }
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || known.includes(name)) continue;
    const hint = didYouMean(name, known) || `; its options are ${known.join(', ')}`;
    throw new TypeError(`${caller} has no option "${name}"${hint}`);
  }
}

/** Throws a `TypeError` for what is not an amount from 0 on. */
export function checkAmount(name: string, value: unknown): void {
  if (value === undefined || (typeof value === 'number' && value >= 0)) return;
  throw new TypeError(
    `${name} must be a number from 0 on, got ${typeof value === 'number' ? value : quote(value)}`,
  );
}
