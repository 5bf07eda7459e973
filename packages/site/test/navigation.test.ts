import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { guideSidebar, referenceSidebar } from '../src/navigation.ts';
import { readPages } from '../src/pages.ts';
import { referenceEntries } from '../src/reference-entries.ts';

describe('the side bar', () => {
  it('has every page of the site once', () => {
    const pages = readPages();
    const links = guideSidebar(pages).flatMap(({ items }) => items.map(({ link }) => link));
    assert.deepEqual(links.toSorted(), pages.map(({ path }) => `/${path}`).toSorted());
  });

  it('refuses a page that no section names', () => {
    const lost = { file: 'docs/lost/page.md', path: 'lost/page', title: 'Lost' };
    assert.throws(() => guideSidebar([lost]), /docs\/lost\/page\.md: name it in a section of/);
  });

  it('has a page of the reference for each entry that users import', () => {
    const [reference] = referenceSidebar(referenceEntries().map(({ name }) => name));
    const links = reference?.items.map(({ link }) => link) ?? [];
    assert.ok(links.includes('/reference/core/http'));
    assert.ok(links.includes('/reference/mock/vitest'));
    assert.ok(!links.includes('/reference/core/kit'));
  });
});
