/**
 * Turns the filtered rows of a PNG into samples, in place; each row keeps its filter byte in front.
 * Returns false for an unknown filter.
 *
 * @param length of a row in bytes, with its filter byte
 * @param distance from a byte to that of the pixel on the left
 * Source: the PNG specification, filtering.
 */
export function undoFilters(rows: Uint8Array, length: number, distance: number): boolean {
  for (let start = 1; start < rows.length; start += length) {
    const filter = rows[start - 1] ?? 0;
    if (filter > NEAREST) return false;
    if (filter === 0) continue;
    for (let at = 0; at < length - 1; at++) {
      const left = at < distance ? 0 : (rows[start + at - distance] ?? 0);
      const above = start === 1 ? 0 : (rows[start + at - length] ?? 0);
      const corner = start === 1 || at < distance ? 0 : (rows[start + at - length - distance] ?? 0);
      rows[start + at] = (rows[start + at] ?? 0) + predicted(filter, left, above, corner);
    }
  }
  return true;
}

const [SUB, UP, AVERAGE, NEAREST] = [1, 2, 3, 4];

function predicted(filter: number, left: number, above: number, corner: number): number {
  if (filter === SUB) return left;
  if (filter === UP) return above;
  if (filter === AVERAGE) return (left + above) >> 1;
  const estimate = left + above - corner;
  const toLeft = Math.abs(estimate - left);
  const toAbove = Math.abs(estimate - above);
  const toCorner = Math.abs(estimate - corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}
