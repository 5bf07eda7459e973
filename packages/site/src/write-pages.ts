import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { linkCitations, sectionAnchors } from './link-citations.ts';
import type { Page } from './pages.ts';
import { referencePath } from './reference-entries.ts';
import { ROOT } from './repository.ts';
import { rewriteLinks } from './rewrite-links.ts';

/** Writes every page into `folder`, with links of the site. */
export function writePages(pages: readonly Page[], folder: string): void {
  const anchors = sectionAnchors(readFileSync(`${ROOT}docs/contract.md`, 'utf8'));
  for (const page of pages) {
    const markdown = readFileSync(ROOT + page.file, 'utf8');
    const linked = rewriteLinks(markdown, page.file, pages);
    // The contract's own sections cite each other by number alone.
    write(folder, page.path, page.path === 'contract' ? linked : linkCitations(linked, anchors));
  }
}

/** Gives the pages of the reference the names of their entries, and links to the contract. */
export function finishReference(entries: readonly string[], folder: string): void {
  const anchors = sectionAnchors(readFileSync(`${ROOT}docs/contract.md`, 'utf8'));
  for (const name of entries) {
    const page = referencePath(name);
    const markdown = readFileSync(path.join(folder, `${page}.md`), 'utf8');
    write(folder, page, linkCitations(markdown.replace(/^# .+$/m, `# ${name}`), anchors));
  }
}

function write(folder: string, page: string, markdown: string): void {
  const file = path.join(folder, `${page}.md`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, markdown);
}
