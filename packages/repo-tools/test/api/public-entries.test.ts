import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { publicEntries } from '../../src/api/public-entries.ts';

const module = (name: string) => ({
  '@model-gateway/source': `./src/${name}.ts`,
  import: { types: `./dist/${name}.d.ts` },
});

const files = (name: string) => ({ source: `./src/${name}.ts`, types: `./dist/${name}.d.ts` });

/** A repository that holds only these manifests, by their folder under packages/. */
function aRepository(t: TestContext, manifests: Readonly<Record<string, object>>): string {
  const root = mkdtempSync(path.join(tmpdir(), 'public-entries-'));
  t.after(() => rmSync(root, { recursive: true }));
  for (const [folder, manifest] of Object.entries(manifests)) {
    mkdirSync(path.join(root, 'packages', folder), { recursive: true });
    writeFileSync(path.join(root, 'packages', folder, 'package.json'), JSON.stringify(manifest));
  }
  return root;
}

describe('publicEntries', () => {
  it('lists the entries of each package with their source and their built types', (t) => {
    const root = aRepository(t, {
      koa: { name: '@acme/koa', exports: { '.': module('index'), './context': module('context') } },
      fetch: { name: '@acme/fetch', exports: { '.': module('index') } },
    });
    assert.deepEqual(publicEntries(root), [
      { folder: 'packages/fetch', name: 'index', ...files('index') },
      { folder: 'packages/koa', name: 'index', ...files('index') },
      { folder: 'packages/koa', name: 'context', ...files('context') },
    ]);
  });

  it('leaves out private packages', (t) => {
    const bench = { name: '@acme/bench', private: true, exports: { '.': module('index') } };
    assert.deepEqual(publicEntries(aRepository(t, { bench })), []);
  });

  it('leaves out files that have no types', (t) => {
    const exports = { './package.json': './package.json', './world.json': { import: './w.json' } };
    assert.deepEqual(publicEntries(aRepository(t, { worlds: { name: '@acme/w', exports } })), []);
  });

  it('refuses types without a source, which no check would look at', (t) => {
    const exports = { './msw': { import: { types: './dist/msw.d.ts' } } };
    const root = aRepository(t, { mock: { name: '@acme/mock', exports } });
    assert.throws(() => publicEntries(root), /@acme\/mock exports \.\/msw with types but without/);
  });

  it('leaves out what the packages of this project share', (t) => {
    const exports = { '.': module('index'), './kit': module('kit') };
    const root = aRepository(t, { core: { name: '@model-gateway/core', exports } });
    assert.deepEqual(
      publicEntries(root).map(({ name }) => name),
      ['index'],
    );
  });
});
