import path from 'node:path';
import { REPOSITORY_URL } from './repository.ts';
import type { Page } from './pages.ts';

/**
 * Rewrites the links of a document for the site: those to another page lead to that page, those to
 * any other file of the repository lead to it on the repository's site. Leaves code as it is.
 */
export function rewriteLinks(markdown: string, file: string, pages: readonly Page[]): string {
  const byFile = new Map(pages.map((page) => [page.file, page]));
  return outsideCode(markdown, (prose) =>
    prose.replaceAll(/(\]\()([^)\s]+)(?=\))/g, (_link, start: string, target: string) => {
      return start + siteLink(target, file, byFile);
    }),
  );
}

function siteLink(link: string, from: string, pages: ReadonlyMap<string, Page>): string {
  const file = repositoryFile(link, from);
  if (file === undefined) return link;
  const [, anchor] = link.split('#');
  const page = pages.get(file) ?? pages.get(`${file}/README.md`);
  if (page === undefined) return isOnline(link) ? link : `${REPOSITORY_URL}blob/main/${file}`;
  return `/${page.path}${anchor === undefined || anchor === 'readme' ? '' : `#${anchor}`}`;
}

/** The file or folder that a link names; undefined for an anchor on the same page and other sites. */
function repositoryFile(link: string, from: string): string | undefined {
  const [target = ''] = link.split('#');
  if (target === '') return undefined;
  if (!isOnline(link)) return path.posix.join(path.posix.dirname(from), target).replace(/\/$/, '');
  const rest = link.startsWith(REPOSITORY_URL) ? target.slice(REPOSITORY_URL.length) : '';
  return /^(?:blob|tree)\/main\/(.+)$/.exec(rest)?.[1];
}

function isOnline(link: string): boolean {
  return /^(?:https?:|mailto:)/.test(link);
}

const CODE = /(^```.*?^```$|`[^`\n]+`)/gms;

/** Applies a change to everything but blocks and spans of code. */
export function outsideCode(markdown: string, change: (prose: string) => string): string {
  return markdown
    .split(CODE)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('');
}
