const NEEDED = [22, 13] as const;

/** Throws an error that says what to do on a Node without a stable `node:sqlite`. */
export function requireNode(packageName: string, version: string = process.versions.node): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return;
  throw new Error(
    `${packageName} needs Node ${NEEDED.join('.')} or later; this is Node ${version}.`,
  );
}
