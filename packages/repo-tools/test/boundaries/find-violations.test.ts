import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findViolations } from '../../src/boundaries/find-violations.ts';
import type { Manifest } from '../../src/boundaries/workspace.ts';
import { breaches, violations } from './breaches.ts';

describe('package rules', () => {
  it('lets a package import what its row names', () => {
    assert.deepEqual(
      breaches({
        'core/src/a.ts':
          "import * as v from 'valibot';\nimport { sha256 } from '@noble/hashes/sha2.js';",
        'connect/src/a.ts':
          "import { jsonResponse } from '@model-gateway/core';\nimport '@model-gateway/node';",
        'repo-tools/src/a.ts': "import ts from 'typescript';",
      }),
      [],
    );
  });

  const forbidden = [
    ['core/src/a.ts', 'zod', /^core imports only valibot, path-to-regexp, @noble\/hashes/],
    ['node/src/a.ts', '@model-gateway/connect', /^node imports only @model-gateway\/core/],
    ['connect/src/a.ts', 'connect', /^connect imports only/],
    ['fetch/src/a.ts', '@model-gateway/node', /^fetch imports only @model-gateway\/core/],
    ['conformance/src/a.ts', '@model-gateway/mock', /^conformance imports only/],
    ['mock/src/counted.ts', '@model-gateway/conformance', /^mock imports only/],
  ] as const;
  for (const [file, specifier, says] of forbidden) {
    it(`keeps ${specifier} out of ${file}`, () => {
      const [first, ...others] = violations({ [file]: `import '${specifier}';` });
      assert.match(first?.says ?? '', says);
      assert.deepEqual(others, []);
    });
  }

  it('judges types and dynamic imports alike', () => {
    const text =
      "import type { A } from '@model-gateway/mock';\nawait import('@model-gateway/mock');";
    assert.deepEqual(breaches({ 'node/src/a.ts': text }), [
      'node/src/a.ts:1 @model-gateway/mock',
      'node/src/a.ts:2 @model-gateway/mock',
    ]);
  });

  it('asks for the row of an unknown package', () => {
    const [violation] = violations({ 'mongo/src/a.ts': '' });
    assert.match(violation?.instead ?? '', /Add its row/);
  });

  it('asks for package names instead of relative paths', () => {
    const text = "import '../../core/src/index.ts';\nimport './b.ts';\nimport '../package.json';";
    assert.deepEqual(breaches({ 'node/src/a.ts': text }), [
      'node/src/a.ts:1 ../../core/src/index.ts',
    ]);
  });

  it('lets a package load a file that it publishes by its own name', () => {
    const text = "await import('@model-gateway/node/world.json', { with: { type: 'json' } });";
    assert.deepEqual(breaches({ 'node/src/a.ts': text }), []);
    assert.equal(breaches({ 'core/src/a.ts': text }).length, 1);
  });

  it('asks for imported packages to be declared, where devDependencies do not count', () => {
    const files = { 'packages/core/src/a.ts': "import * as v from 'valibot';" };
    const name = '@model-gateway/core';
    const declared: Manifest = { name, peerDependencies: { valibot: '^1.5.0' } };
    assert.deepEqual(findViolations({ files, manifests: { core: declared } }), []);
    const [violation] = findViolations({ files, manifests: { core: { name } } });
    assert.match(violation?.says ?? '', /listed in dependencies or peerDependencies/);
  });

  it('counts the dependencies of core', () => {
    const dependencies = { a: '1', b: '1', c: '1', d: '1' };
    const [violation] = findViolations({
      files: {},
      manifests: { core: { name: '@model-gateway/core', dependencies } },
    });
    assert.match(violation?.says ?? '', /at most three/);
    assert.equal(violation?.what, 'a, b, c, d');
  });

  it('says why an adapter may not validate', () => {
    const found = violations({ 'node/src/a.ts': "import * as v from 'valibot';" });
    assert.ok(found.some(({ says }) => says.startsWith('Adapters never import valibot')));
  });
});

describe('platform rules', () => {
  for (const specifier of ['node:fs', 'fs', 'node:sqlite', 'fs/promises']) {
    it(`keeps ${specifier} out of core and fetch, as a type too`, () => {
      const text = `import type { A } from '${specifier}';`;
      assert.equal(breaches({ 'core/src/a.ts': text }).length, 1);
      assert.equal(breaches({ 'fetch/src/a.ts': text }).length, 1);
      assert.deepEqual(breaches({ 'node/src/a.ts': text }), []);
    });
  }

  it('follows what loading the fixtures loads, through their own files', () => {
    const found = violations({
      'fixtures/src/index.ts': "export { seed } from './seed.ts';",
      'fixtures/src/seed.ts': "import { file } from './file.ts';",
      'fixtures/src/file.ts': "\nimport { readFile } from 'node:fs/promises';",
    });
    assert.deepEqual(
      found.map(({ file, line }) => [file, line]),
      [['packages/fixtures/src/file.ts', 2]],
    );
    assert.equal(
      found[0]?.what,
      'fixtures/src/index.ts → fixtures/src/seed.ts → fixtures/src/file.ts → node:fs/promises',
    );
  });

  it('follows into other packages and blames the import inside the mock', () => {
    const found = violations({
      'mock/src/index.ts': "import './start-mock-gateway.ts';",
      'mock/src/start-mock-gateway.ts': "import { serve } from '@model-gateway/node';",
      'node/src/index.ts': "import http from 'node:http';",
    });
    assert.deepEqual(
      found.map(({ file }) => file),
      ['packages/mock/src/start-mock-gateway.ts'],
    );
  });

  it('lets the mock reach node: by import() and by type, and from files that no entry loads', () => {
    const files = {
      'mock/src/index.ts':
        "import type { S } from './start-mock-gateway.ts';\nexport const s = () => import('./start-mock-gateway.ts');",
      'mock/src/start-mock-gateway.ts': "import http from 'node:http';",
      'mock/src/bin.ts': "import './start-mock-gateway.ts';\nimport process from 'node:process';",
    };
    assert.deepEqual(breaches(files), []);
  });

  it('keeps the parser of YAML out of what importing the server loads, and lets it reach it by import()', () => {
    const reads = "import { parseDocument } from 'yaml';";
    const files = {
      'server/src/index.ts': "export { loadConfig } from './load-config.ts';",
      'server/src/load-config.ts': "export const load = () => import('./read-file.ts');",
      'server/src/read-file.ts': reads,
      'server/src/bin.ts': reads,
    };
    const loaded = (changed = {}) =>
      violations({ ...files, ...changed }).flatMap(({ says, what }) =>
        says.includes('loads no parser of YAML') ? [what] : [],
      );
    assert.deepEqual(loaded(), []);
    assert.deepEqual(loaded({ 'server/src/load-config.ts': "import './read-file.ts';" }), [
      'server/src/index.ts → server/src/load-config.ts → server/src/read-file.ts → yaml',
    ]);
  });

  it('survives import cycles', () => {
    const files = {
      'fixtures/src/index.ts': "import './a.ts';",
      'fixtures/src/a.ts': "import './index.ts';\nimport 'node:os';",
    };
    const found = breaches(files).filter((breach) => breach.endsWith('node:os'));
    assert.equal(found.length, 1);
  });
});

describe('floor rules', () => {
  const cases = [
    ['mock/src/tenant/a.ts', "import '../rules/b.ts';", 'fine'],
    ['mock/src/rules/a.ts', "import '../tenant/b.ts';", 'refused'],
    ['mock/src/rules/a.ts', "import type { B } from '../tenant/b.ts';", 'refused'],
    ['mock/src/rules/a.ts', "await import('../tenant/b.ts');", 'refused'],
    ['mock/src/rules/actions/a.ts', "import '../b.ts';", 'fine'],
    ['mock/src/cli/a.ts', "import '../msw/b.ts';", 'refused'],
    ['worlds/src/seed/a.ts', "import type { B } from '../builders/b.ts';", 'refused'],
    ['pictures/src/raster/a.ts', "import '../scene/b.ts';", 'fine'],
    ['pictures/src/caption/a.ts', "import '../create-scene.ts';", 'refused'],
  ] as const;
  for (const [file, text, verdict] of cases) {
    it(`${file}: ${text} is ${verdict}`, () => {
      assert.equal(breaches({ [file]: text }).length, verdict === 'refused' ? 1 : 0);
    });
  }

  it('ask for a floor for a new folder', () => {
    assert.deepEqual(breaches({ 'mock/src/attic/a.ts': '' }), ['mock/src/attic/a.ts:1 attic/a.ts']);
  });
});

describe('core rules', () => {
  const cases = [
    ['operations/a.ts', '../gateway.ts', 'refused'],
    ['index.ts', './gateway.ts', 'fine'],
    ['operations/a.ts', '../pipeline/router.ts', 'refused'],
    ['http/a.ts', '../pipeline/router.ts', 'refused'],
    ['gateway.ts', './pipeline/router.ts', 'fine'],
    ['memory/a.ts', '../pipeline/authenticate.ts', 'fine'],
    ['catalog/a.ts', '../operations/index.ts', 'refused'],
    ['pipeline/a.ts', '../operations/index.ts', 'fine'],
    ['ports/a.ts', '../memory/key-store.ts', 'refused'],
    ['resources/a.ts', '../operations/index.ts', 'refused'],
    ['ports/a.ts', '../catalog/columns.ts', 'refused'],
    ['ports/a.ts', '../resources/catalog-entry.ts', 'fine'],
    ['input/a.ts', '../http/message.ts', 'refused'],
    ['input/a.ts', '../bytes/slab.ts', 'fine'],
    ['bytes/a.ts', '../input/quote.ts', 'refused'],
    ['http/a.ts', '../input/quote.ts', 'fine'],
    ['catalog/a.ts', '../input/quote.ts', 'fine'],
    ['inference/a.ts', '../images/billing.ts', 'refused'],
    ['inference/attempts/a.ts', '../../chat/parts.ts', 'refused'],
    ['inference/a.ts', '../resources/image-request.ts', 'refused'],
    ['inference/attempts/a.ts', '../../ports/clock.ts', 'fine'],
    ['inference/a.ts', './attempts/attempt.ts', 'fine'],
    ['images/a.ts', '../inference/infer.ts', 'fine'],
    ['catalog/index.ts', '../dialect/dialect.ts', 'refused'],
    ['catalog/parse-catalog.ts', '../dialect/dialect.ts', 'fine'],
    ['dialect/a.ts', './dialect.ts', 'fine'],
    ['gateway.ts', './dialect/dialect.ts', 'fine'],
  ] as const;
  for (const [file, specifier, verdict] of cases) {
    it(`core/src/${file} importing ${specifier} is ${verdict}`, () => {
      const text = `import type { A } from '${specifier}';`;
      const expected = verdict === 'fine' ? [] : [`core/src/${file}:1 ${specifier}`];
      assert.deepEqual(breaches({ [`core/src/${file}`]: text }), expected);
    });
  }

  it('says which rule, why, and what to do', () => {
    const [violation] = violations({ 'core/src/money/a.ts': "import '../operations/index.ts';" });
    assert.equal(
      violation?.says,
      'In core, nothing in catalog/, inference/, images/, chat/, destinations/ or money/ imports operations/, ' +
        'types included: the pure rules decide and the operations call them.',
    );
    assert.equal(violation.instead, 'Take plain values as arguments and return an outcome.');
  });

  it('says what a folder may import where that is less than what it may not', () => {
    const [violation] = violations({ 'core/src/inference/a.ts': "import '../images/stream.ts';" });
    assert.match(
      violation?.says ?? '',
      /^In core, nothing in inference\/ imports anything but inference\/, ports\/, .*errors.ts,.* types included: images/,
    );
  });
});

describe('name rules', () => {
  it('finds look-alike names outside core/src/dialect, in comments too', () => {
    const text = '\n// like hugging_face_id, but ours\n';
    assert.deepEqual(breaches({ 'core/src/resources/a.ts': text, 'core/src/dialect/a.ts': text }), [
      'core/src/resources/a.ts:2 hugging_face_id',
    ]);
  });
});

describe('memory rules', () => {
  it('finds functions that are made for a member, but in tools', () => {
    const text = '\nthis.#over = () => NO_MORE;\n';
    assert.deepEqual(breaches({ 'core/src/a.ts': text, 'bench/src/a.ts': text }), [
      'core/src/a.ts:2 this.#over',
    ]);
  });
});
