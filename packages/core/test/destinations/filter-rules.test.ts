import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compileFilterRules, type FilterRules, type FilterableRecord } from '@model-gateway/core';

/* Which records filter rules let pass. Source: contract §5.4. */

type Rule = FilterRules['groups'][number]['rules'][number];

const RECORD: FilterableRecord = {
  model: 'acme/paint-1',
  provider: 'acme-cloud',
  session_id: null,
  finish_reason: '',
  input: 'Draw a red panda.\nIn the rain.',
  total_cost: 0.04,
  total_tokens: 4175,
  prompt_tokens: 0,
};

const rulesOf = (...groups: FilterRules['groups']): FilterRules => ({ enabled: true, groups });
const only = (rule: Rule) => rulesOf({ logic: 'and', rules: [rule] });

const CASES: readonly [boolean, Rule['field'], Rule['operator'], Rule['value']?][] = [
  [true, 'model', 'equals', 'acme/paint-1'],
  [false, 'model', 'equals', 'ACME/paint-1'],
  [false, 'model', 'equals', 'acme'],
  [true, 'finish_reason', 'equals', ''],
  [false, 'session_id', 'equals', ''],
  [false, 'session_id', 'equals', 'null'],
  [true, 'total_cost', 'equals', 0.04],
  [true, 'total_cost', 'equals', '0.040'],
  [true, 'prompt_tokens', 'equals', '0'],
  [false, 'total_cost', 'equals', 'USD 0.04'],
  [false, 'model', 'equals'],
  [true, 'finish_reason', 'equals'],
  [false, 'user_id', 'equals', 'undefined'],
  [false, 'total_cost', 'equals', '0.04 USD'],
  [false, 'model', 'equals', 5],
  [false, 'model', 'equals', true],
  [false, 'prompt_tokens', 'equals', false],
  [false, 'model', 'not_equals', 'acme/paint-1'],
  [true, 'model', 'not_equals', 'other'],
  [true, 'session_id', 'not_equals', 's-1'],
  [true, 'user_id', 'not_equals', 'u-1'],
  [true, 'input', 'contains', 'red panda'],
  [false, 'input', 'contains', 'Red Panda'],
  [true, 'total_tokens', 'contains', '17'],
  [false, 'session_id', 'contains', ''],
  [true, 'input', 'not_contains', 'blue'],
  [false, 'input', 'not_contains', 'red'],
  [true, 'output', 'not_contains', 'blue'],
  [true, 'output', 'not_contains', 'undefined'],
  [true, 'model', 'starts_with', 'acme/'],
  [false, 'model', 'starts_with', 'paint'],
  [false, 'output', 'starts_with', ''],
  [true, 'model', 'ends_with', '-1'],
  [false, 'model', 'ends_with', 'paint'],
  [true, 'model', 'regex', '^acme/(paint|draw)-\\d$'],
  [true, 'input', 'regex', 'panda.\\nIn'],
  [false, 'input', 'regex', 'panda.In'],
  [false, 'output', 'regex', 'a*'],
  [false, 'model', 'regex', '('],
  [false, 'model', 'regex', '(a)\\1'],
  [true, 'total_cost', 'gt', 0.039],
  [false, 'total_cost', 'gt', 0.04],
  [true, 'total_cost', 'gte', 0.04],
  [true, 'total_cost', 'lt', 0.041],
  [false, 'total_cost', 'lt', 0.04],
  [true, 'total_cost', 'lte', 0.04],
  [true, 'prompt_tokens', 'lte', 0],
  [false, 'completion_tokens', 'lt', 1],
  [false, 'completion_tokens', 'gte', -1],
  [false, 'model', 'gt', 0],
  [false, 'session_id', 'lte', 0],
  [false, 'finish_reason', 'lte', 0],
  [true, 'model', 'exists'],
  [true, 'finish_reason', 'exists'],
  [true, 'prompt_tokens', 'exists'],
  [false, 'session_id', 'exists'],
  [false, 'output', 'exists'],
  [false, 'model', 'not_exists'],
  [true, 'session_id', 'not_exists'],
  [true, 'output', 'not_exists'],
];

describe('a filter rule', () => {
  for (const [passes, field, operator, value] of CASES) {
    const rule: Rule = { field, operator, ...(value !== undefined && { value }) };
    it(`${field} ${operator} ${JSON.stringify(value) ?? ''}: ${passes}`, () => {
      assert.equal(compileFilterRules(only(rule))(RECORD), passes);
    });
  }

  for (const [text, operator, value, passes] of [
    ['12.50', 'gt', 9, true],
    ['12.50', 'equals', 12.5, true],
    ['-3', 'lt', 0, true],
    ['12.50 USD', 'gt', 9, false],
    ['12.50 USD', 'equals', 12.5, false],
    ['about 12', 'gt', 9, false],
    ['1e3', 'gt', 9, false],
  ] as const) {
    it(`compares a number that comes as text: ${text} ${operator} ${value}: ${passes}`, () => {
      const rules = only({ field: 'total_cost', operator, value });
      assert.equal(compileFilterRules(rules)({ total_cost: text }), passes);
    });
  }
});

describe('groups of filter rules', () => {
  const yes: Rule = { field: 'model', operator: 'exists' };
  const no: Rule = { field: 'model', operator: 'not_exists' };
  const and = (...rules: Rule[]) => ({ logic: 'and', rules }) as const;
  const or = (...rules: Rule[]) => ({ logic: 'or', rules }) as const;

  for (const [what, rules, passes] of [
    ['and: all', rulesOf(and(yes, yes)), true],
    ['and: one fails', rulesOf(and(yes, no)), false],
    ['or: one', rulesOf(or(no, yes)), true],
    ['or: none', rulesOf(or(no, no)), false],
    ['any group', rulesOf(and(no), or(yes)), true],
    ['no group', rulesOf(and(no), or(no)), false],
    ['no groups at all', rulesOf(), false],
    ['and over nothing', rulesOf(and()), true],
    ['or over nothing', rulesOf(or()), false],
    ['switched off', { ...rulesOf(and(no)), enabled: false }, true],
  ] as const) {
    it(`${what}: ${passes}`, () => {
      assert.equal(compileFilterRules({ ...rules, groups: [...rules.groups] })(RECORD), passes);
    });
  }

  it('are read once for many records', () => {
    const passes = compileFilterRules(only({ field: 'model', operator: 'regex', value: '^a+$' }));
    assert.deepEqual(
      ['aaa', 'b', 'aab', 'a'].map((model) => passes({ model })),
      [true, false, false, true],
    );
  });
});
