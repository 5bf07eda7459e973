import { pathToFileURL } from 'node:url';

const PLAIN_PROMISES = new URL('plain-promises.ts', import.meta.url).href;
const GUARD = new URL('guard-process.ts', import.meta.url).href;
const REGISTERED = new URL('registered-tests.ts', import.meta.url).href;

/** Arguments for node to run entries with. Node strips types itself, in half the time of tsx. */
export const TEST_ARGS = [
  '--conditions=@model-gateway/source',
  `--import=${PLAIN_PROMISES}`,
  '--test',
] as const;

/** The text of a module that runs these test files, of absolute paths, in its process. */
export function entryOf(files: readonly string[]): string {
  const urls = files.map((file) => pathToFileURL(file).href);
  const imports = [GUARD, ...urls].map((url) => `import ${inQuotes(url)};\n`);
  const list = urls.map(inQuotes).join(', ');
  // Imports come first, wherever they are written.
  return `import { expectTestsIn } from ${inQuotes(REGISTERED)};\n${imports.join('')}expectTestsIn([${list}]);\n`;
}

function inQuotes(url: string): string {
  return `'${url.replaceAll("'", '%27')}'`;
}
