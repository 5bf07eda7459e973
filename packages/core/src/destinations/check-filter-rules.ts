import type { IssueList } from '../input/issue-list.ts';
import { quoteValue } from '../input/quote.ts';
import type { FILTER_OPERATORS, FilterRules } from '../resources/destination.ts';
import { compileRegex } from './regex/linear-regex.ts';

type FilterOperator = (typeof FILTER_OPERATORS)[number];
type FilterRule = FilterRules['groups'][number]['rules'][number];

/**
 * The type of value that each operator compares with; only the names are specified, contract §5.4.
 */
const VALUE_OF: Readonly<Record<FilterOperator, 'any' | 'text' | 'regex' | 'number' | 'none'>> = {
  equals: 'any',
  not_equals: 'any',
  contains: 'text',
  not_contains: 'text',
  regex: 'regex',
  starts_with: 'text',
  ends_with: 'text',
  gt: 'number',
  lt: 'number',
  gte: 'number',
  lte: 'number',
  exists: 'none',
  not_exists: 'none',
};

const MOST_RULES = 200;

/** Adds the problems of filter rules beyond their shape. Source: contract §5.4. */
export function checkFilterRules({ groups }: FilterRules, issues: IssueList): void {
  const count = groups.reduce((sum, { rules }) => sum + Math.max(1, rules.length), 0);
  if (count > MOST_RULES) {
    const message = `filter_rules must hold at most ${MOST_RULES} rules, got ${count}`;
    return issues.add(() => ({ path: 'filter_rules', message }));
  }
  for (const [g, { rules }] of groups.entries()) {
    for (const [r, rule] of rules.entries()) {
      const problem = valueProblem(rule);
      if (problem === undefined) continue;
      const path = `filter_rules.groups[${g}].rules[${r}].value`;
      issues.add(() => ({ path, message: `${path} ${problem}` }));
    }
  }
}

function valueProblem({ operator, value }: FilterRule): string | undefined {
  const wanted = VALUE_OF[operator];
  if (wanted === 'none') {
    return value === undefined
      ? undefined
      : `must be left out for ${operator}, got ${quoteValue(value)}`;
  }
  if (value === undefined) return `is required for ${operator}`;
  if (wanted === 'any') return undefined;
  if (wanted === 'number') {
    return typeof value === 'number'
      ? undefined
      : `must be a number for ${operator}, got ${quoteValue(value)}`;
  }
  if (typeof value !== 'string') return `must be text for ${operator}, got ${quoteValue(value)}`;
  if (wanted === 'text') return undefined;
  const regex = compileRegex(value);
  return regex.ok ? undefined : `${regex.problem}, got ${quoteValue(value)}`;
}
