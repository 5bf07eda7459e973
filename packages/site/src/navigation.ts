import type { Page } from './pages.ts';
import { referencePath } from './reference-entries.ts';

/** A section of the side bar and its pages. */
export interface SidebarItem {
  readonly text: string;
  readonly items: readonly { readonly text: string; readonly link: string }[];
}

interface Section {
  readonly text: string;
  /** Its pages in this order; a name that ends in `/` stands for all other pages below it. */
  readonly pages: readonly string[];
}

const SECTIONS: readonly Section[] = [
  { text: 'First steps', pages: ['start'] },
  {
    text: 'Mount a gateway',
    pages: [
      'packages/core',
      'hosts',
      'gateway/operations',
      'gateway/options',
      'gateway/authentication',
      'gateway/stores',
      'gateway/providers',
      'gateway/own-operations',
      'gateway/watching-requests',
      'gateway/',
      'packages/connect',
      'packages/express',
      'packages/koa',
      'packages/fetch',
      'packages/node',
      'packages/sql',
      'packages/redis',
      'packages/providers',
      'packages/egress',
      'packages/telemetry',
      'packages/openapi',
      'gateway/decisions',
    ],
  },
  { text: 'Run a gateway', pages: ['packages/server', 'server/'] },
  {
    text: 'Fake a gateway in tests',
    pages: [
      'packages/mock',
      'mock/command',
      'mock/tenants',
      'mock/builders-and-worlds',
      'mock/faults',
      'mock/streams',
      'mock/time',
      'mock/assertions',
      'mock/test-runners',
      'mock/',
      'packages/worlds',
      'packages/pictures',
      'mock/decisions',
    ],
  },
  {
    text: 'Replay traffic',
    pages: [
      'packages/fixtures',
      'fixtures/record',
      'fixtures/replay',
      'fixtures/',
      'fixtures/decisions',
    ],
  },
  { text: 'Recipes', pages: ['recipes/'] },
  {
    text: 'The project',
    pages: ['contract', 'architecture', 'packages/conformance', 'contributing', 'security'],
  },
];

/** Returns the side bar of the guides: every page in its section. Throws for a page without one. */
export function guideSidebar(pages: readonly Page[]): readonly SidebarItem[] {
  const placed = new Set<Page>();
  const sections = SECTIONS.map(({ text, pages: names }) => {
    const members = names.flatMap((name) => {
      const found = pages.filter((page) => !placed.has(page) && isNamed(page, name, names));
      for (const page of found) placed.add(page);
      return found;
    });
    return { text, items: members.map(({ path, title }) => ({ text: title, link: `/${path}` })) };
  });
  const lost = pages.filter((page) => !placed.has(page)).map(({ file }) => file);
  if (lost.length > 0) {
    throw new Error(`${lost.join(', ')}: name it in a section of packages/site/src/navigation.ts`);
  }
  return sections.filter(({ items }) => items.length > 0);
}

/** Returns the side bar of the reference: every entry by the name that it is imported by. */
export function referenceSidebar(entries: readonly string[]): readonly SidebarItem[] {
  const items = entries.map((name) => ({ text: name, link: `/${referencePath(name)}` }));
  return [{ text: 'Reference', items }];
}

/** Whether a section's name stands for a page; one that ends in `/` not for those named beside it. */
function isNamed({ path }: Page, name: string, names: readonly string[]): boolean {
  return name.endsWith('/') ? path.startsWith(name) && !names.includes(path) : path === name;
}
