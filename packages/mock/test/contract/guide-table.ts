import { readFile } from 'node:fs/promises';

const GUIDE = new URL('../../../../docs/mock/faults.md', import.meta.url);

/** A cell of a table: what comes of `row` for `column`. */
export interface Cell {
  readonly row: string;
  readonly column: string;
  readonly outcome: string;
}

/**
 * Returns the cells of the table of the guide whose head is like this, in the order of reading: the
 * guide says what is to be, and tests hold it to that.
 */
export async function cellsInGuide(head: readonly string[]): Promise<readonly Cell[]> {
  const lines = (await readFile(GUIDE, 'utf8')).split('\n');
  const at = lines.indexOf(`| ${head.join(' | ')} |`);
  if (at === -1) throw new Error(`docs/mock/faults.md lacks the table of ${head.join(', ')}`);
  const rows = lines.slice(at + 2);
  const length = rows.findIndex((line) => !line.startsWith('|'));
  return rows.slice(0, length).flatMap((line) => {
    const [row = '', ...outcomes] = line
      .split('|')
      .slice(1, -1)
      .map((text) => text.trim());
    return outcomes.map((outcome, position) => ({
      row: row.replaceAll('`', ''),
      column: head[position + 1] ?? '',
      outcome,
    }));
  });
}
