import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import * as v from 'valibot';
import { DestinationSchema, type Destination } from '@model-gateway/core';
import { maskDestination } from '../../src/destinations/mask.ts';
import {
  DestinationPatchSchema,
  patchDestination,
  type DestinationPatch,
} from '../../src/destinations/patch.ts';
import { KNOWN_KINDS, aDestinationOf } from '../admin-builders.ts';

/* What holds for every patch. Source: contract §5.3. */

fc.configureGlobal({ seed: 20_260_801 });

const AT = '2026-08-01T12:00:00.000Z';
const LATER = '2026-08-01T12:00:01.000Z';

const hash = fc.stringMatching(/^[0-9a-f]{64}$/);
const rule = fc.oneof(
  fc.record({
    field: fc.constantFrom('model', 'output'),
    operator: fc.constantFrom('equals', 'contains', 'regex'),
    value: fc.constantFrom('a', 'b|c', 'd+'),
  }),
  fc.record({
    field: fc.constantFrom('total_cost', 'total_tokens'),
    operator: fc.constantFrom('gt', 'lte'),
    value: fc.integer(),
  }),
);
const group = fc.record({
  logic: fc.constantFrom('and', 'or'),
  rules: fc.array(rule, { maxLength: 3 }),
});
const filterRules = fc.record({ enabled: fc.boolean(), groups: fc.array(group, { maxLength: 3 }) });
const headers = fc.dictionary(
  fc.constantFrom('x-a', 'x-b', 'authorization'),
  fc.stringMatching(/^[ -~]{0,20}$/),
  { noNullPrototype: true },
);

const destination = fc
  .constantFrom(...KNOWN_KINDS)
  .map((type) => aDestinationOf(type, { filter_rules: null }));

/** Right bodies only, each member there or not; config members are the kind's own. */
const patches = (stored: Destination): fc.Arbitrary<DestinationPatch> => {
  const names = Object.keys(stored.config).filter((name) => !/headers|method|region/.test(name));
  const text = fc.webUrl({ validSchemes: ['https'] }).filter((url) => url.length >= 12);
  const members = Object.fromEntries(names.map((name) => [name, text]));
  const config = fc.record({ ...members, headers }, { requiredKeys: [] });
  return fc
    .record(
      {
        name: fc.string(),
        enabled: fc.boolean(),
        privacy_mode: fc.boolean(),
        sampling_rate: fc.double({ min: 0.0001, max: 1, noNaN: true }),
        api_key_hashes: fc.option(fc.array(hash, { minLength: 1, maxLength: 3 })),
        filter_rules: fc.option(filterRules),
        config,
      },
      { requiredKeys: [] },
    )
    .map((body) => v.parse(DestinationPatchSchema, body));
};

const stored = destination.chain((before) => fc.tuple(fc.constant(before), patches(before)));

function apply(before: Destination, patch: DestinationPatch, now: string): Destination {
  const outcome = patchDestination(before, patch, now);
  assert.notEqual(outcome.kind, 'refused', JSON.stringify(outcome));
  return outcome.kind === 'changed' ? outcome.destination : before;
}

describe('every right patch', () => {
  it('changes nothing when it is given a second time', () => {
    fc.assert(
      fc.property(stored, ([before, patch]) => {
        const once = apply(before, patch, AT);
        assert.deepEqual(patchDestination(once, patch, LATER), { kind: 'unchanged' });
      }),
    );
  });

  it('keeps the members that it does not have, config members among them', () => {
    fc.assert(
      fc.property(stored, ([before, patch]) => {
        const { config, updated_at, ...after } = apply(before, patch, AT);
        for (const name of Object.keys(after) as (keyof typeof after)[]) {
          assert.deepEqual(after[name], name in patch ? patch[name] : before[name], name);
        }
        for (const name of Object.keys(before.config)) {
          if (name in (patch.config ?? {})) continue;
          assert.deepEqual(config[name], before.config[name], name);
        }
        assert.ok([before.updated_at, AT].includes(updated_at));
      }),
    );
  });

  it('moves updated_at exactly when something else changes', () => {
    fc.assert(
      fc.property(stored, ([before, patch]) => {
        const { updated_at, ...after } = apply(before, patch, AT);
        const { updated_at: was, ...rest } = before;
        let same = true;
        try {
          assert.deepEqual(after, rest);
        } catch {
          same = false;
        }
        assert.equal(updated_at, same ? was : AT);
      }),
    );
  });

  it('leaves the destination and the patch that it is given alone', () => {
    fc.assert(
      fc.property(stored, ([before, patch]) => {
        const copies = structuredClone({ before, patch });
        patchDestination(before, patch, AT);
        assert.deepEqual({ before, patch }, copies);
      }),
    );
  });

  it('makes a destination of the specification’s shape', () => {
    fc.assert(
      fc.property(stored, ([before, patch]) => {
        v.parse(v.strictObject(DestinationSchema.entries), apply(before, patch, AT));
      }),
    );
  });

  it('can be followed by the answer’s config without another change', () => {
    fc.assert(
      fc.property(stored, ([before, patch]) => {
        const after = apply(before, patch, AT);
        const { config } = maskDestination(after);
        assert.deepEqual(patchDestination(after, { config }, LATER), { kind: 'unchanged' });
      }),
    );
  });
});
