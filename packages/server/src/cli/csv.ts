/**
 * Returns rows of texts and numbers as lines of CSV after one with the names of the columns. A text
 * that spreadsheets would take for a formula has an apostrophe before it: users name their keys.
 * Source: RFC 4180.
 */
export function toCsv(columns: readonly string[], rows: readonly object[]): readonly string[] {
  const lines = rows.map((row) => {
    const values = new Map<string, unknown>(Object.entries(row));
    return columns.map((name) => cell(values.get(name)));
  });
  return [columns.map(cell), ...lines].map((cells) => cells.join(','));
}

function cell(value: unknown): string {
  const given = typeof value === 'number' || typeof value === 'string' ? `${value}` : '';
  const text = FORMULA.test(given) && !NUMBER.test(given) ? `'${given}` : given;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(\.\d+)?$/;
