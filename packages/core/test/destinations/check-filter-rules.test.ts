import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FilterRules } from '@model-gateway/core';
import { checkFilterRules } from '../../src/destinations/check-filter-rules.ts';
import { IssueList } from '../../src/input/issue-list.ts';

/* What is wrong with filter rules beyond their shape. Source: contract §5.4. */

type Rule = FilterRules['groups'][number]['rules'][number];

const rulesOf = (...lists: (readonly Rule[])[]): FilterRules => ({
  enabled: true,
  groups: lists.map((rules) => ({ logic: 'and', rules: [...rules] })),
});
function filterRuleIssues(rules: FilterRules) {
  const found = new IssueList();
  checkFilterRules(rules, found);
  return found.issues;
}
const problemWith = (operator: Rule['operator'], value?: Rule['value']) => {
  const rule: Rule = { field: 'model', operator, ...(value !== undefined && { value }) };
  return filterRuleIssues(rulesOf([rule]))[0]?.message.replace(/^\S+ /, '');
};

const TEXT = ['contains', 'not_contains', 'starts_with', 'ends_with'] as const;
const NUMBER = ['gt', 'lt', 'gte', 'lte'] as const;
const NOTHING = ['exists', 'not_exists'] as const;

describe('the value of a filter rule', () => {
  for (const operator of ['equals', 'not_equals'] as const) {
    for (const value of ['', 'a', '(', 0, 1.5, true, false]) {
      it(`may be ${JSON.stringify(value)} for ${operator}`, () => {
        assert.equal(problemWith(operator, value), undefined);
      });
    }
  }

  for (const operator of TEXT) {
    it(`is text for ${operator}, which need not be an expression`, () => {
      assert.equal(problemWith(operator, '('), undefined);
      assert.equal(problemWith(operator, ''), undefined);
      assert.equal(problemWith(operator, 1), `must be text for ${operator}, got 1`);
      assert.equal(problemWith(operator, true), `must be text for ${operator}, got true`);
    });
  }

  it('is an expression for regex', () => {
    assert.equal(problemWith('regex', '^a+$'), undefined);
    assert.equal(problemWith('regex', '('), 'must be a regular expression, got "("');
    assert.equal(problemWith('regex', 1), 'must be text for regex, got 1');
  });

  for (const operator of NUMBER) {
    it(`is a number for ${operator}`, () => {
      assert.equal(problemWith(operator, -0.5), undefined);
      assert.equal(problemWith(operator, 'much'), `must be a number for ${operator}, got "much"`);
    });
  }

  for (const operator of NOTHING) {
    it(`is left out for ${operator}`, () => {
      assert.equal(problemWith(operator), undefined);
      assert.equal(problemWith(operator, 'a'), `must be left out for ${operator}, got "a"`);
    });
  }

  for (const operator of ['equals', 'not_equals', 'regex', ...TEXT, ...NUMBER] as const) {
    it(`is required for ${operator}`, () => {
      assert.equal(problemWith(operator), `is required for ${operator}`);
    });
  }

  it('is refused at its place, each separately', () => {
    const good: Rule = { field: 'model', operator: 'exists' };
    const bad: Rule = { field: 'total_cost', operator: 'gt', value: 'much' };
    const paths = filterRuleIssues(rulesOf([good, bad], [bad])).map(({ path }) => path);
    assert.deepEqual(paths, [
      'filter_rules.groups[0].rules[1].value',
      'filter_rules.groups[1].rules[0].value',
    ]);
  });
});

describe('filter rules', () => {
  const rules = (count: number) =>
    Array.from({ length: count }, (): Rule => ({ field: 'model', operator: 'exists' }));
  const tooMany = (count: number) => [
    { path: 'filter_rules', message: `filter_rules must hold at most 200 rules, got ${count}` },
  ];

  it('may be 200', () => {
    assert.deepEqual(filterRuleIssues(rulesOf(rules(150), rules(50))), []);
  });

  it('may not be 201, in however many groups', () => {
    assert.deepEqual(filterRuleIssues(rulesOf(rules(150), rules(51))), tooMany(201));
  });

  it('count an empty group as one', () => {
    const groups = Array.from({ length: 201 }, () => rules(0));
    assert.deepEqual(filterRuleIssues(rulesOf(...groups)), tooMany(201));
  });
});
