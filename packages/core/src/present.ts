type Present<Members> = { [Key in keyof Members]?: Exclude<Members[Key], undefined> };

/**
 * Returns the members that have a value, in their order: absent on the wire means absent in the
 * object.
 */
export function present<Members extends object>(members: Members): Present<Members> {
  const kept: Present<Members> = {};
  for (const key in members) {
    const value = members[key];
    // The comparison excludes undefined, which the compiler does not see through the index.
    if (value !== undefined) kept[key] = value as Exclude<Members[typeof key], undefined>;
  }
  return kept;
}
