/**
 * `pnpm run docs`: writes the documents of the repository and the reference of every public name
 * as one site into packages/site/dist. Fails for a link to a page that is not there.
 */
import { cpSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vitepress';
import { readPages } from './pages.ts';
import { referenceEntries } from './reference-entries.ts';
import { finishReference, writePages } from './write-pages.ts';
import { writeReference } from './write-reference.ts';

const SITE = fileURLToPath(new URL('../', import.meta.url));
/** Where .vitepress/config.ts looks for the pages. */
const CONTENT = `${SITE}.content`;

rmSync(CONTENT, { recursive: true, force: true });
const entries = referenceEntries();
await writeReference(entries, CONTENT);
rmSync(`${CONTENT}/README.md`);
finishReference(
  entries.map(({ name }) => name),
  CONTENT,
);
writePages(readPages(), CONTENT);
cpSync(`${SITE}home.md`, `${CONTENT}/index.md`);
await build(SITE);
