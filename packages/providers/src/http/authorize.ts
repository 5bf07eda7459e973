/** `authorization: Bearer …`, as most providers expect. */
export function bearer(key: string): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${key}` };
}
