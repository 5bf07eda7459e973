import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { commonJsProblems } from '../../src/release/commonjs-problems.ts';

const root = mkdtempSync(path.join(tmpdir(), 'commonjs-'));
after(() => rmSync(root, { recursive: true }));

const MANIFEST = {
  name: '@model-gateway/a',
  exports: {
    '.': { require: { default: './dist/index.cjs' } },
    './package.json': './package.json',
  },
  peerDependencies: { peer: '>=1' },
};
const PACKAGES = {
  'both/package.json': { exports: { import: './b.mjs', require: './b.cjs' } },
  'both/b.mjs': 'export {};',
  'both/b.cjs': 'exports.b = 1;',
  'modern/package.json': { type: 'module', exports: './index.js' },
  'modern/index.js': 'export const m = 1;',
  'between/package.json': { main: 'index.js' },
  'between/index.js': `exports.m = () => require('modern').m;`,
  'peer/package.json': { type: 'module', exports: './index.js' },
  'peer/index.js': 'export const p = 1;',
};

/** Installs packages, and ours with this text. */
async function problemsWith(code: string): Promise<readonly string[]> {
  const ours = {
    '@model-gateway/a/package.json': MANIFEST,
    '@model-gateway/a/dist/index.cjs': code,
  };
  for (const [file, contents] of Object.entries({ ...PACKAGES, ...ours })) {
    const target = path.join(root, 'node_modules', file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, typeof contents === 'string' ? contents : JSON.stringify(contents));
  }
  return commonJsProblems({ name: MANIFEST.name, manifest: JSON.stringify(MANIFEST) }, root);
}

describe('commonJsProblems', () => {
  const cases: readonly (readonly [what: string, code: string, expected: readonly RegExp[]])[] = [
    ['packages that have CommonJS, and builtins', `require('both'); require('node:fs');`, []],
    ['optional peers, which users choose', `exports.f = () => require('peer');`, []],
    [
      'an ES module',
      `require('modern');`,
      [
        /^node_modules\/@model-gateway\/a\/dist\/index\.cjs requires node_modules\/modern\/index\.js/,
      ],
    ],
    [
      'an ES module that is required later',
      `exports.f = () => require('modern');`,
      [/requires node_modules\/modern/],
    ],
    [
      'an ES module behind another package',
      `require('between');`,
      [/^node_modules\/between\/index\.js requires node_modules\/modern/],
    ],
    ['an import()', `exports.f = () => import('peer');`, [/has an import\(\) of peer/]],
  ];
  for (const [what, code, expected] of cases) {
    it(`${expected.length === 0 ? 'accepts' : 'names'} ${what}`, async () => {
      const found = await problemsWith(code);
      assert.equal(found.length, expected.length, found.join('\n'));
      for (const [i, pattern] of expected.entries()) assert.match(found[i] ?? '', pattern);
    });
  }
});
