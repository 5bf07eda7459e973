/** A path that has nothing to escape, whose last segment may be `*`. */
const PATTERN = /^(?=.)(?:\/(?!\.+(?:\/|$))[\w.~!$&'()+,;=:@-]+)*(?:\/\*)?$/;

/**
 * Returns a function that says whether a path is one of these: `/audio/speech` is itself, `/audio/*`
 * all that begins with `/audio/`. Without a list, every path is. Throws a `TypeError` for one that
 * no request could have.
 */
export function pathsAmong(paths: readonly string[] | undefined): (path: string) => boolean {
  if (paths === undefined) return () => true;
  for (const path of paths) {
    if (PATTERN.test(path)) continue;
    throw new TypeError(
      `paths must hold paths such as /audio/speech or /audio/*, got ${JSON.stringify(path)}`,
    );
  }
  const whole = new Set(paths.filter((path) => !path.endsWith('/*')));
  const below = paths.filter((path) => path.endsWith('/*')).map((path) => path.slice(0, -1));
  return (path) => whole.has(path) || below.some((start) => path.startsWith(start));
}
