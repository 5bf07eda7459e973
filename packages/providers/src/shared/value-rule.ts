import { isJsonObject, kindOf, shorten } from '@model-gateway/core/kit';

/** What a value of a provider's options has to be: as a check, and as the end of a sentence. */
export interface ValueRule {
  /** Follows "must be", for example `eu or us`. */
  readonly must: string;
  readonly holds: (value: unknown) => boolean;
}

/** Throws `TypeError` with one sentence for a value that breaks its rule. */
export function checkValue(place: string, value: unknown, { must, holds }: ValueRule): void {
  if (holds(value)) return;
  throw new TypeError(`${place} must be ${must}, got ${shown(value)}`);
}

export const TEXT: ValueRule = {
  must: 'a text',
  holds: (value) => typeof value === 'string' && value !== '',
};

export const FLAG: ValueRule = {
  must: 'true or false',
  holds: (value) => typeof value === 'boolean',
};

export const OBJECT: ValueRule = { must: 'an object', holds: isJsonObject };

export function oneOf(...choices: readonly unknown[]): ValueRule {
  return { must: inWords(choices), holds: (value) => choices.includes(value) };
}

export function listOf({ must, holds }: ValueRule, sentence = `a list, each ${must}`): ValueRule {
  return {
    must: sentence,
    holds: (value) => Array.isArray(value) && value.length > 0 && value.every(holds),
  };
}

export function matching(pattern: RegExp, must: string): ValueRule {
  return { must, holds: (value) => typeof value === 'string' && pattern.test(value) };
}

export function wholeFrom(least: number): ValueRule {
  return {
    must: `a whole number from ${least}`,
    holds: (value) => Number.isSafeInteger(value) && Number(value) >= least,
  };
}

export function numberFrom(least: number, most = Infinity): ValueRule {
  return {
    must: most === Infinity ? `a number from ${least}` : `a number from ${least} to ${most}`,
    holds: (value) => typeof value === 'number' && value >= least && value <= most,
  };
}

/** `a, b or c`. */
function inWords(choices: readonly unknown[]): string {
  const words = choices.map(String);
  return [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' or ');
}

/** The value as JSON, shortened; only its kind where it is not plain data. */
function shown(value: unknown): string {
  const isData = isJsonObject(value)
    ? Object.getPrototypeOf(value) === Object.prototype
    : typeof value !== 'function';
  try {
    const text = isData ? JSON.stringify(value) : undefined;
    return text === undefined ? kindOf(value) : shorten(text);
  } catch {
    // A bigint, or an object that contains itself.
    return kindOf(value);
  }
}
