/**
 * Throws an error that says what to do unless `version` is at least `needed`, both such as `22.13`.
 * For packages that need a later Node than this one.
 */
export function requireNode(packageName: string, needed: string, version: string): void {
  const [major, minor] = numbersOf(version);
  const [neededMajor, neededMinor] = numbersOf(needed);
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return;
  throw new Error(`${packageName} needs Node ${needed} or later; this is Node ${version}.`);
}

function numbersOf(version: string): readonly [major: number, minor: number] {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return [major, minor];
}
