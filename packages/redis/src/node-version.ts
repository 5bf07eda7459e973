const NEEDED = [22, 13] as const;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  throw new Error(
    `@model-gateway/redis needs Node ${NEEDED.join('.')} or later; this is Node ${process.versions.node}.`,
  );
}
