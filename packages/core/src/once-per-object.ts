/**
 * Returns a function that makes something of an object once, and returns the same for that object from
 * then on. What it makes of an object must not change, and lives as long as the object does.
 */
export function oncePerObject<Key extends object, Made extends object>(
  make: (key: Key) => Made,
): (key: Key) => Made {
  const known = new WeakMap<Key, Made>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make(key);
    known.set(key, made);
    return made;
  };
}
