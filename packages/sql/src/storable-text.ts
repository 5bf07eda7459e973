import { AdministrationError } from './administration-error.ts';

/**
 * Returns whether a database can hold this text: PostgreSQL cannot store NUL, and neither database
 * half a surrogate pair. A text that cannot be stored cannot be found, so no query is needed.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Throws a `TypeError` that names the first of these texts that cannot be stored. */
export function requireStorable(texts: Readonly<Record<string, string | null>>): void {
  for (const [name, text] of Object.entries(texts)) {
    if (text === null || isStorable(text)) continue;
    throw new TypeError(
      `${name} holds a NUL or half a surrogate pair, which a database cannot store`,
    );
  }
}

/**
 * Throws an `AdministrationError` that names the first of these new names that holds a control
 * character, a separator of lines or a mark that turns the direction of writing: in a log or on a
 * terminal it could pass for something else. An import takes names as they are.
 */
export function requirePrintable(names: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(names)) {
    const found = UNPRINTABLE.exec(text)?.[0];
    if (found === undefined) continue;
    const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    throw new AdministrationError(
      `${name} holds the control character U+${code}, which no terminal should get: leave it out`,
    );
  }
}

/** NUL is refused everywhere. */
const UNPRINTABLE = /(?!\0)[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
