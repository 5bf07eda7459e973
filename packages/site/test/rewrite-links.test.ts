import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rewriteLinks } from '../src/rewrite-links.ts';

const PAGES = [
  { file: 'docs/mock/faults.md', path: 'mock/faults', title: 'Faults' },
  { file: 'packages/mock/README.md', path: 'packages/mock', title: 'mock' },
];
const GITHUB = 'https://github.com/model-gateway/model-gateway/';

const CASES: readonly (readonly [what: string, from: string, link: string, onSite: string])[] = [
  ['a page beside it', 'docs/mock/time.md', 'faults.md', '/mock/faults'],
  ['a heading of a page', 'docs/mock/time.md', 'faults.md#wire-faults', '/mock/faults#wire-faults'],
  ['a page by its address', 'README.md', `${GITHUB}blob/main/docs/mock/faults.md`, '/mock/faults'],
  ['a package by its folder', 'docs/mock/time.md', '../../packages/mock', '/packages/mock'],
  ['a README by its anchor', 'README.md', 'packages/mock#readme', '/packages/mock'],
  ['a file of no page', 'README.md', 'examples/curl', `${GITHUB}blob/main/examples/curl`],
  ['an anchor of the same page', 'README.md', '#use', '#use'],
  [
    'another site',
    'README.md',
    'https://example.com/docs/mock/faults.md',
    'https://example.com/docs/mock/faults.md',
  ],
];

describe('links on the site', () => {
  for (const [what, from, link, onSite] of CASES) {
    it(`leads to ${what}`, () => {
      assert.equal(rewriteLinks(`See [it](${link}).`, from, PAGES), `See [it](${onSite}).`);
    });
  }

  it('leaves code as it is', () => {
    const code = 'Write `[it](faults.md)`:\n\n```md\n[it](faults.md)\n```\n';
    assert.equal(rewriteLinks(code, 'docs/mock/time.md', PAGES), code);
  });
});
