import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { compileFilterRules, type FilterRules, type FilterableRecord } from '@model-gateway/core';
import { FILTER_FIELDS, FILTER_OPERATORS } from '../../src/resources/destination.ts';

/* Rules, read as contract §5.4 has them, one record at a time and without compiling anything. */

const RUNS = process.env['MODEL_GATEWAY_LONG_TESTS'] === '1' ? 60_000 : 3000;

type Rule = FilterRules['groups'][number]['rules'][number];

/** Few values, so that rules hold now and then. */
const TEXTS = [
  '',
  'a',
  'ab',
  'acme/paint-1',
  'Acme',
  '0.5',
  '0.50',
  '5',
  '-3',
  '1e3',
  '中',
] as const;
const PATTERNS = ['', 'a', '^a', 'b$', '^acme/', '[0-9]+', '('] as const;
const NUMBERS = [0, -3, 0.5, 5, 1000] as const;

const rule: fc.Arbitrary<Rule> = fc.record(
  {
    field: fc.constantFrom(...FILTER_FIELDS),
    operator: fc.constantFrom(...FILTER_OPERATORS),
    value: fc.oneof(
      fc.constantFrom(...TEXTS, ...PATTERNS),
      fc.constantFrom(...NUMBERS),
      fc.boolean(),
    ),
  },
  { requiredKeys: ['field', 'operator'] },
);
const rules: fc.Arbitrary<FilterRules> = fc.record({
  enabled: fc.boolean(),
  groups: fc.array(
    fc.record({ logic: fc.constantFrom('and', 'or'), rules: fc.array(rule, { maxLength: 4 }) }),
    { maxLength: 3 },
  ),
});
const record: fc.Arbitrary<FilterableRecord> = fc.dictionary(
  fc.constantFrom(...FILTER_FIELDS),
  fc.constantFrom(...TEXTS, ...NUMBERS, null),
);

it(`filter rules decide as a plain reading of them, ${RUNS} times`, () => {
  fc.assert(
    fc.property(rules, record, (given, of) => {
      assert.equal(compileFilterRules(given)(of), passes(given, of));
    }),
    { numRuns: RUNS, seed: 54 },
  );
});

function passes({ enabled, groups }: FilterRules, of: FilterableRecord): boolean {
  if (!enabled) return true;
  for (const group of groups) {
    const held = group.rules.filter((each) => holds(each, of[each.field])).length;
    if (group.logic === 'and' ? held === group.rules.length : held > 0) return true;
  }
  return false;
}

function holds({ operator, value = '' }: Rule, found: string | number | null | undefined): boolean {
  const isAbsent = found === null || found === undefined;
  if (operator === 'exists') return !isAbsent;
  if (operator === 'not_exists') return isAbsent;
  if (operator.startsWith('not_') && isAbsent) return true;
  if (isAbsent) return false;
  const [text, bound] = [String(found), String(value)];
  switch (operator) {
    case 'equals':
    case 'not_equals': {
      const isNumeric = typeof found === 'number' || typeof value === 'number';
      const isEqual = isNumeric ? decimal(found) === decimal(value) : text === bound;
      return isEqual === (operator === 'equals');
    }
    case 'contains':
    case 'not_contains':
      return (text.indexOf(bound) !== -1) === (operator === 'contains');
    case 'starts_with':
      return text.slice(0, bound.length) === bound;
    case 'ends_with':
      return bound === '' || text.slice(-bound.length) === bound;
    case 'regex':
      // Neither is a pattern.
      return bound !== '(' && bound !== '' && new RegExp(bound, 'u').test(text);
    case 'gt':
      return decimal(found) > Number(value);
    case 'gte':
      return decimal(found) >= Number(value);
    case 'lt':
      return decimal(found) < Number(value);
    case 'lte':
      return decimal(found) <= Number(value);
  }
}

/** Of digits with a point; anything else compares with nothing. */
function decimal(value: string | number | boolean): number {
  if (typeof value === 'boolean') return Number.NaN;
  const isDecimal = typeof value === 'number' || /^-?[0-9]+([.][0-9]+)?$/.test(value);
  return isDecimal ? Number(value) : Number.NaN;
}
