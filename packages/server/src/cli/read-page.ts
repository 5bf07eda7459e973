import type { Command } from 'commander';
import type { Io } from './io.ts';
import { printList, printResult } from './output.ts';
import { whole } from './whole-number.ts';

/** Which part of a list to print. */
export interface PageFlags {
  readonly limit: number;
  readonly offset: number;
  readonly json?: boolean;
}

/** Adds the options of lists that come in pages. */
export function withPageOptions(command: Command): Command {
  return command
    .option('--limit <number>', 'at most this many', whole(1, 1_000_000), 1000)
    .option('--offset <number>', 'how many to leave out', whole(0, 100_000_000), 0);
}

/** A part of a list, and whether there is more. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly isMore: boolean;
}

/** Reads the page of those records that are wanted, and no record after it but one. */
export async function readPage<Item>(
  records: AsyncIterable<Item>,
  { limit, offset }: PageFlags,
  isWanted: (record: Item) => boolean = () => true,
): Promise<ListPage<Item>> {
  const items: Item[] = [];
  let left = offset;
  for await (const record of records) {
    if (!isWanted(record) || left-- > 0) continue;
    if (items.length === limit) return { items, isMore: true };
    items.push(record);
  }
  return { items, isMore: false };
}

/** Prints a page: as a table, or as JSON that says whether there is more. */
export function printPage(
  io: Io,
  { json, offset }: PageFlags,
  { items, isMore }: ListPage<object>,
  columns: readonly string[],
): void {
  const next = isMore ? offset + items.length : null;
  if (json === true) printResult(io, true, { data: items, next_offset: next });
  else printList(io, false, items, columns);
  if (next !== null) io.say(`There are more: --offset ${next}`);
}
