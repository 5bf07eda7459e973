import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deadLinks } from '../src/dead-links.ts';

const TARGETS = [
  { path: '/', html: '' },
  { path: '/mock/faults', html: '<h2 id="wire-faults">Wire</h2><a id="a&amp;b"></a>' },
  { path: '/mock/time', html: '' },
];

const from = (link: string) =>
  deadLinks([
    ...TARGETS,
    { path: '/mock/start', html: `<p><a class="x" href="${link}">it</a></p>` },
  ]);

describe('a link of the site', () => {
  for (const link of [
    '/mock/faults',
    './faults#wire-faults',
    '../',
    '/',
    './faults#a&amp;b',
    '/assets/style.css',
    '/vp-icons.css',
    'https://elsewhere.example/nothing#there',
    'mailto:a@b.example',
  ]) {
    it(`is fine: ${link}`, () => assert.deepEqual(from(link), []));
  }

  for (const link of ['/mock/fault', './faults#wire', '#nothing', 'time#wire-faults']) {
    it(`is dead: ${link}`, () => assert.deepEqual(from(link), [`/mock/start: ${link}`]));
  }
});
