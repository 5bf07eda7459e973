/** Returns an object that computes the value of each key on first access. */
export function onFirstUse<Key extends string, In, Out>(
  record: Readonly<Record<Key, In>>,
  make: (value: In) => Out,
): Readonly<Record<Key, Out>> {
  const lazy = {};
  for (const [key, value] of Object.entries<In>(record)) {
    let made: Out | undefined;
    Object.defineProperty(lazy, key, { enumerable: true, get: () => (made ??= make(value)) });
  }
  // Every key of `record` was defined above.
  return lazy as Record<Key, Out>;
}
