import { defineConfig, type DefaultTheme } from 'vitepress';
import { headingAnchor } from '../src/heading-anchor.ts';
import { guideSidebar, referenceSidebar, type SidebarItem } from '../src/navigation.ts';
import { readPages } from '../src/pages.ts';
import { REPOSITORY_URL } from '../src/repository.ts';
import { referenceEntries } from '../src/reference-entries.ts';

export default defineConfig({
  title: 'Model Gateway kit',
  description:
    'An embeddable AI model gateway, a mock that is the gateway, and fixtures of its traffic.',
  srcDir: '.content',
  outDir: 'dist',
  cleanUrls: true,
  lastUpdated: false,
  markdown: {
    anchor: { slugify: headingAnchor },
    // Braces in code are text of the guides; Vue would look for an expression in them.
    config({ renderer }) {
      const inline = renderer.rules.code_inline;
      renderer.rules.code_inline = (...rule) =>
        inline?.(...rule).replace('<code', '<code v-pre') ?? '';
    },
  },
  themeConfig: {
    nav: [
      { text: 'Mount', link: '/packages/core' },
      { text: 'Run', link: '/packages/server' },
      { text: 'Test', link: '/packages/mock' },
      { text: 'Replay', link: '/packages/fixtures' },
      { text: 'Contract', link: '/contract' },
      { text: 'Reference', link: '/reference/core' },
    ],
    sidebar: {
      '/reference/': inVitePress(referenceSidebar(referenceEntries().map(({ name }) => name))),
      '/': inVitePress(guideSidebar(readPages())),
    },
    outline: [2, 3],
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: REPOSITORY_URL }],
    footer: { message: 'MIT licensed.' },
  },
});

/** VitePress wants lists that it may change. */
function inVitePress(items: readonly SidebarItem[]): DefaultTheme.SidebarItem[] {
  return items.map((section) => ({ ...section, items: [...section.items] }));
}
