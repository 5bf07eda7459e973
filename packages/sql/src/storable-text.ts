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
