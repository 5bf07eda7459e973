import type { ImportEdge, ImportGraph } from './import-graph.ts';
import { importRule } from './import-rule.ts';
import type { Rule } from './rule.ts';

interface Row {
  readonly mayImport: readonly string[] | 'anything';
  readonly because: string;
}

const core = '@model-gateway/core';
const node = '@model-gateway/node';
const openapi = '@model-gateway/openapi';
const egress = '@model-gateway/egress';
const worlds = '@model-gateway/worlds';
const pictures = '@model-gateway/pictures';

/** Which packages a package may import, besides node: modules. Dependencies point one way. */
const PACKAGES: Readonly<Record<string, Row>> = {
  core: {
    mayImport: ['valibot', 'path-to-regexp', '@noble/hashes'],
    because: 'everything else depends on it and on its dependencies',
  },
  node: { mayImport: [core], because: 'it only translates node:http messages' },
  connect: { mayImport: [core, node], because: 'an adapter describes its framework structurally' },
  express: { mayImport: [core, node], because: 'an adapter describes its framework structurally' },
  koa: { mayImport: [core, node], because: 'an adapter describes its framework structurally' },
  fetch: { mayImport: [core], because: 'it runs wherever Request and Response exist' },
  conformance: { mayImport: [core], because: 'its cases bind to any test runner and any store' },
  openapi: {
    mayImport: [core, '@valibot/to-json-schema'],
    because: 'it is a reader of the operations',
  },
  sql: {
    mayImport: [core, 'kysely', 'pg', 'valibot'],
    because: 'a store knows ports, schemas and its database',
  },
  redis: {
    mayImport: [core, node],
    because: 'its client is handed in; only node knows when all that arrived was read',
  },
  egress: {
    mayImport: [core, 'ipaddr.js', 'undici'],
    because: 'it only implements the HTTP client port, behind one guard',
  },
  providers: {
    mayImport: [core, 'aws4fetch'],
    because: 'a provider knows its port and how its requests are signed, and nothing else',
  },
  telemetry: {
    mayImport: [core, '@bufbuild/protobuf', 'aws4fetch'],
    because: 'it knows its ports and the wire formats, and the host hands in the client',
  },
  fixtures: {
    mayImport: [
      core,
      egress,
      openapi,
      'valibot',
      'js-yaml',
      'tinyglobby',
      '@noble/hashes',
      'ajv',
      '@secretlint/core',
      '@secretlint/secretlint-rule-preset-recommend',
    ],
    because:
      'replaying needs no mock and no framework, only files and the types of core; checking also needs the interface, a validator, and the looks of secrets',
  },
  worlds: {
    mayImport: [core, 'valibot', '@faker-js/faker'],
    because: 'hosts use its models and accounts without a mock, and draw no pictures of them',
  },
  pictures: {
    mayImport: [core, 'sharp', '@jsquash/jpeg', '@jsquash/webp'],
    because: 'it paints what a job of core asks for, whatever the model and the world',
  },
  mock: {
    mayImport: [
      core,
      egress,
      '@model-gateway/connect',
      '@model-gateway/fetch',
      '@model-gateway/fixtures',
      node,
      openapi,
      worlds,
      pictures,
      '@model-gateway/providers',
      '@model-gateway/telemetry',
      'ajv',
      'commander',
      'valibot',
      '@jest/globals',
      '@playwright/test',
      'msw',
      'vite',
      'vitest',
    ],
    because: 'it is the core over a seeded world, reached through the adapters',
  },
  server: {
    mayImport: [
      core,
      egress,
      node,
      '@model-gateway/providers',
      '@model-gateway/redis',
      '@model-gateway/sql',
      '@model-gateway/telemetry',
      'commander',
      '@aws-sdk/credential-provider-node',
      'ioredis',
      'pino',
      'prom-client',
      'valibot',
      'yaml',
    ],
    because: 'it puts the other packages together and holds no rules of its own',
  },
  inspector: {
    mayImport: [core, '@model-gateway/mock', 'preact', '@preact/signals', 'vite'],
    because:
      'its page is one file for a browser, and asks the mock over HTTP; it has types of both',
  },
  bench: { mayImport: 'anything', because: 'it is private' },
  site: {
    mayImport: [node, 'typedoc', 'typedoc-plugin-markdown', 'vitepress'],
    because: 'it reads documents and sources, and runs none of them',
  },
  'repo-tools': { mayImport: 'anything', because: 'it is private' },
};

const TABLE = 'packages/repo-tools/src/boundaries/package-rules.ts';

const rowRules = Object.entries(PACKAGES).flatMap(([folder, { mayImport, because }]): Rule[] => {
  if (mayImport === 'anything') return [];
  const rule = importRule(
    {
      says: `${folder} imports only ${mayImport.join(', ')}: ${because}.`,
      instead:
        'Take what you need as an argument or a port; if the dependency is right, discuss it and ' +
        `extend the row in ${TABLE}.`,
    },
    (edge, graph) =>
      edge.folder === folder &&
      edge.to.kind === 'package' &&
      !mayImport.includes(edge.to.name) &&
      !isItself(edge, graph),
  );
  return [rule];
});

/** A package may reach a file that it publishes, such as data, by its own name. */
function isItself({ folder, to }: ImportEdge, { manifests }: ImportGraph): boolean {
  return to.kind === 'package' && to.name === manifests[folder]?.name;
}

const everyPackageHasARow: Rule = {
  says: 'Every package declares what it may import.',
  instead: `Add its row to the table in ${TABLE}.`,
  breaches: ({ manifests }) =>
    Object.entries(manifests)
      .filter(([folder]) => !Object.hasOwn(PACKAGES, folder))
      .map(([folder, { name }]) => ({
        file: `packages/${folder}/package.json`,
        line: 1,
        what: name,
      })),
};

const packagesMeetByName = importRule(
  {
    says:
      'A package imports another one by name, never by a relative path out of its own ' +
      'folder: such a path is missing from the published package.',
    instead:
      'Import @model-gateway/<name> and, where needed, export what you use from its index.ts.',
  },
  ({ folder, to }) => to.kind === 'file' && !to.path.startsWith(`packages/${folder}/`),
);

const importsAreDeclared = importRule(
  {
    says:
      'An imported package is listed in dependencies or peerDependencies of the package.json next ' +
      'to it: one that only happens to be installed here is missing where the package is used.',
    instead: 'Add it to that package.json, or remove the import.',
  },
  (edge, graph) => {
    const { folder, to } = edge;
    if (to.kind !== 'package' || isItself(edge, graph)) return false;
    const { dependencies = {}, peerDependencies = {} } = graph.manifests[folder] ?? {};
    return !Object.hasOwn(dependencies, to.name) && !Object.hasOwn(peerDependencies, to.name);
  },
);

const coreStaysSmall: Rule = {
  says: 'core has at most three runtime dependencies: its users audit and download every one.',
  instead: 'Write the few lines you need, or replace a dependency.',
  breaches: ({ manifests }) => {
    const names = Object.keys(manifests['core']?.dependencies ?? {});
    if (names.length <= 3) return [];
    return [{ file: 'packages/core/package.json', line: 1, what: names.join(', ') }];
  },
};

const ADAPTERS = ['node', 'connect', 'express', 'koa', 'fetch'];

const adaptersDoNotValidate = importRule(
  {
    says: 'Adapters never import valibot: core alone decides what a request may contain.',
    instead: 'Pass the request through and let the gateway answer 400.',
  },
  ({ folder, to }) => ADAPTERS.includes(folder) && to.kind === 'package' && to.name === 'valibot',
);

export const PACKAGE_RULES: readonly Rule[] = [
  everyPackageHasARow,
  ...rowRules,
  packagesMeetByName,
  importsAreDeclared,
  coreStaysSmall,
  adaptersDoNotValidate,
];
