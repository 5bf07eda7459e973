/** Whether matrices are tried whole, as `pnpm test:system` has them. */
const IS_LONG = process.env['MODEL_GATEWAY_LONG_TESTS'] !== undefined;

/**
 * Returns what to try next of a few choices: all of them in long tests, otherwise one after the
 * other, so that each is tried with every second or third row of a table, and not with the same.
 */
export function inTurn<Choice>(choices: readonly Choice[]): () => readonly Choice[] {
  const { length } = choices;
  let asked = 0;
  return () => {
    if (IS_LONG) return choices;
    // Shifted after each round, because loops around it may have as many turns.
    const at = (asked + Math.floor(asked / length)) % length;
    asked++;
    return choices.slice(at, at + 1);
  };
}

/**
 * Returns the rows of a table to try in one of several columns: all of them in long tests, otherwise
 * every second one, and the others in the next column.
 */
export function rowsFor<Row>(column: number, rows: readonly Row[]): readonly Row[] {
  return IS_LONG ? rows : rows.filter((_, row) => (row + column) % 2 === 0);
}

/** Returns where to cut an answer of so many bytes in two: everywhere in long tests. */
export function cutsOf(length: number): readonly number[] {
  const step = IS_LONG ? 1 : 13;
  return Array.from({ length: Math.ceil((length - 1) / step) }, (_, index) => 1 + index * step);
}
