import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assignment, destination, guardrail, member, model } from '@model-gateway/worlds';
import * as v from 'valibot';
import { tenantToJson, type RemoteTenantOptions } from '../../src/control/client/tenant-to-json.ts';
import { toTenantOptions } from '../../src/control/wire/new-tenant.ts';
import { NewTenantSchema } from '../../src/control/wire/tenant.ts';
import { inheritedOptions } from '../../src/tenant/options/inherited-options.ts';
import { OPTION_ROWS } from '../../src/tenant/options/option-rows.ts';
import type { TenantOptions } from '../../src/tenant/options/tenant-options.ts';

/** One of each: the type asks for options that are added. */
const ONE_OF_EACH: Required<Omit<RemoteTenantOptions, 'rules'>> = {
  id: 'checkout',
  apiKey: 'inference-key',
  managementKey: 'management-key',
  credits: '5',
  rateLimit: { limit: 10, windowSeconds: 60 },
  clock: { mode: 'autoAdvance', now: '2026-08-01' },
  images: 'small',
  latency: { answer: [5, 10] },
  world: 'tiny',
  seed: 3,
  models: [model({ id: 'acme/quill-2' })],
  mockModels: true,
  destinations: [destination()],
  members: [member({ id: 'user_ada' })],
  assignments: [assignment()],
  guardrails: [guardrail()],
  preset: ['flaky', 'slow'],
  publicCatalog: true,
  forwardTelemetry: ['https://otel.example:4318'],
  originChange: 'require-secrets',
  responseHeaders: { 'X-Region': 'eu-1', eTag: '"1"' },
  unhandled: 'ignore',
  unusedRules: 'fail',
  strict: true,
  unscripted: 'lorem',
  anyModel: true,
  validate: 'off',
};

describe('an option of a tenant', () => {
  for (const [name, value] of Object.entries(ONE_OF_EACH)) {
    it(`arrives as ${name} over HTTP as it is in code`, () => {
      const sent: unknown = JSON.parse(JSON.stringify(tenantToJson({ [name]: value })));
      assert.deepEqual(toTenantOptions(v.parse(NewTenantSchema, sent)), { [name]: value });
    });
  }
});

const namesOf = (options: TenantOptions) => Object.keys(options).toSorted();
const rowsWhere = (test: (row: (typeof OPTION_ROWS)[number][1]) => boolean) =>
  OPTION_ROWS.flatMap(([name, row]) => (test(row) ? [name] : [])).toSorted();

describe('a tenant inherits from its gateway', () => {
  const all: TenantOptions = { ...ONE_OF_EACH, rules: [] };

  it('every option that it does not set itself', () => {
    assert.deepEqual(
      namesOf(inheritedOptions('tenant', all, {})),
      rowsWhere(({ inheritedBy }) => inheritedBy.includes('tenant')),
    );
    assert.deepEqual(
      rowsWhere(({ inheritedBy }) => inheritedBy.length === 0),
      ['apiKey', 'id', 'managementKey', 'rules'],
    );
  });

  for (const own of [{ world: 'tiny' }, { seed: 4 }, { models: 5 }] as const) {
    it(`no option of its world when it sets ${JSON.stringify(own)}`, () => {
      const inherited = namesOf(inheritedOptions('tenant', all, own));
      assert.deepEqual(
        inherited,
        rowsWhere(({ inheritedBy, isWorld }) => inheritedBy.includes('tenant') && !isWorld),
      );
    });
  }
});
