/**
 * `pnpm run docs`: writes the documents of the repository and the reference of every public name
 * as one site into packages/site/dist. Fails for a link to a page or a heading that does not exist.
 */
import { cpSync, globSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vitepress';
import { deadLinks, type BuiltPage } from './dead-links.ts';
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
const dead = deadLinks(builtPages());
if (dead.length > 0) throw new Error(`these links lead nowhere:\n${dead.join('\n')}`);

function builtPages(): readonly BuiltPage[] {
  return globSync('**/*.html', { cwd: `${SITE}dist` }).map((file) => ({
    path: `/${file.replaceAll('\\', '/').replace(/(?:(^|\/)index)?\.html$/, '')}`,
    html: readFileSync(`${SITE}dist/${file}`, 'utf8'),
  }));
}
