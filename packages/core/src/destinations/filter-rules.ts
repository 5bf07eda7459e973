import type { FILTER_FIELDS, FilterRules } from '../resources/destination.ts';
import { compileRegex } from './regex/linear-regex.ts';

type FilterField = (typeof FILTER_FIELDS)[number];
type FilterGroup = FilterRules['groups'][number];
type FilterRule = FilterGroup['rules'][number];

/** The fields that filter rules read; null counts as absent. */
export type FilterableRecord = Readonly<Partial<Record<FilterField, string | number | null>>>;

/**
 * Compiles `rules` into a test for many records, which passes where any group passes or the rules are
 * disabled: regular expressions are parsed once. Source: contract §5.4.
 */
export function compileFilterRules(rules: FilterRules): (record: FilterableRecord) => boolean {
  if (!rules.enabled) return () => true;
  const groups = rules.groups.map(compileGroup);
  return (record) => groups.some((passes) => passes(record));
}

function compileGroup({ logic, rules }: FilterGroup): (record: FilterableRecord) => boolean {
  const compiled = rules.map((rule) => {
    const holds = compileRule(rule);
    return (record: FilterableRecord) => holds(record[rule.field] ?? undefined);
  });
  return logic === 'and'
    ? (record) => compiled.every((holds) => holds(record))
    : (record) => compiled.some((holds) => holds(record));
}

type FieldValue = string | number | undefined;

/**
 * Returns the test of one rule. For an absent field only `not_…` holds: `not_equals` and
 * `not_contains` are the exact opposites of `equals` and `contains`.
 */
function compileRule({ operator, value = '' }: FilterRule): (field: FieldValue) => boolean {
  const text = String(value);
  const whenThere = (test: (field: string) => boolean) => (field: FieldValue) =>
    field !== undefined && test(String(field));
  const compare = (test: (field: number, bound: number) => boolean) => (field: FieldValue) =>
    test(numberOf(field), Number(value));
  switch (operator) {
    case 'equals':
      return (field) => isEqual(field, value);
    case 'not_equals':
      return (field) => !isEqual(field, value);
    case 'contains':
      return whenThere((field) => field.includes(text));
    case 'not_contains':
      return (field) => field === undefined || !String(field).includes(text);
    case 'starts_with':
      return whenThere((field) => field.startsWith(text));
    case 'ends_with':
      return whenThere((field) => field.endsWith(text));
    case 'regex': {
      const regex = compileRegex(text);
      // Stored without a check: it matches nothing, so nothing is sent by mistake.
      return regex.ok ? whenThere(regex.matches) : () => false;
    }
    case 'gt':
      return compare((field, bound) => field > bound);
    case 'lt':
      return compare((field, bound) => field < bound);
    case 'gte':
      return compare((field, bound) => field >= bound);
    case 'lte':
      return compare((field, bound) => field <= bound);
    case 'exists':
      return (field) => field !== undefined;
    case 'not_exists':
      return (field) => field === undefined;
  }
}

/**
 * Compares numbers and their texts as numbers (`0.50` is 0.5), everything else as text. An absent
 * field equals nothing.
 */
function isEqual(field: FieldValue, value: string | number | boolean): boolean {
  if (typeof field === 'number' || typeof value === 'number') {
    return numberOf(field) === numberOf(value);
  }
  return field === String(value);
}

const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/** Returns NaN, for which no comparison holds, when the value is not a number. */
function numberOf(value: string | number | boolean | undefined): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && PLAIN_NUMBER.test(value) ? Number(value) : Number.NaN;
}
