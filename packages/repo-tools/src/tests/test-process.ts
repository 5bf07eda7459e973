import { pathToFileURL } from 'node:url';

const PLAIN_PROMISES = new URL('plain-promises.ts', import.meta.url).href;
const GUARD = new URL('guard-process.ts', import.meta.url).href;

/** Arguments for node to run entries with. Node strips types itself, in half the time of tsx. */
export const TEST_ARGS = [
  '--conditions=@model-gateway/source',
  `--import=${PLAIN_PROMISES}`,
  '--test',
] as const;

/** The text of a module that runs these test files, of absolute paths, in its process. */
export function entryOf(files: readonly string[]): string {
  const urls = [GUARD, ...files.map((file) => pathToFileURL(file).href)];
  return urls.map((url) => `import '${url.replaceAll("'", '%27')}';\n`).join('');
}
