import { isoDate, SECONDS_PER_DAY } from '../dates/reference-date.ts';
import type { Line } from './line.ts';

/**
 * Fills in a template of a prototype: `{0}` is the first word of its line, `{0^}` with a capital,
 * `{0!}` in capitals, `{@}` its vendor, `#3.5` a version and `{D-4}` a date of eight digits four days
 * before its listing. `created` is in Unix seconds.
 */
export function written(template: string, line: Line, created: number): string {
  return template
    .replaceAll(/#(\d+)/g, (_, version: string) => String(Number(version) + line.versions))
    .replaceAll(/\{(\d+)([\^!]?)\}/g, (_, place: string, capitals: string) =>
      capitalised(line.words[Number(place)] ?? '', capitals),
    )
    .replaceAll(/\{([A-Z])(-?\d+)\}/g, (_, form: string, days: string) =>
      dateOf(form, created + Number(days) * SECONDS_PER_DAY),
    )
    .replace('{@}', line.vendor.name);
}

function capitalised(word: string, capitals: string): string {
  if (capitals === '!') return word.toUpperCase();
  return capitals === '' ? word : word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** One of the forms in which vendors write dates: 20260728, 2026-07-28, 07-2026, 07-28, 2607 and 0728. */
function dateOf(form: string, seconds: number): string {
  const [year = '', month = '', day = ''] = isoDate(seconds).split('-');
  const forms: Readonly<Record<string, string>> = {
    D: year + month + day,
    I: `${year}-${month}-${day}`,
    Y: `${month}-${year}`,
    S: `${month}-${day}`,
    M: year.slice(2) + month,
    T: month + day,
  };
  return forms[form] ?? '';
}
