import type { ImportEdge } from './import-graph.ts';

/** One place imports another. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly imports: readonly ImportEdge[];
}

interface ClosingArrow {
  readonly arrow: Arrow;
  /** From the start of the arrow back to it: `['a', 'b', 'a']`. */
  readonly circle: readonly string[];
}

/** Returns arrows without which there is no circle, those of the fewest imports first. */
export function closingArrows(arrows: readonly Arrow[]): ClosingArrow[] {
  const left = new Set(arrows);
  const thinnestFirst = arrows.toSorted((a, b) => a.imports.length - b.imports.length);
  return thinnestFirst.flatMap((arrow) => {
    const back = wayBetween(arrow.to, arrow.from, left);
    if (back === undefined) return [];
    left.delete(arrow);
    return [{ arrow, circle: [arrow.from, ...back] }];
  });
}

/** Returns the shortest way along the arrows, both ends included. */
function wayBetween(
  start: string,
  end: string,
  arrows: ReadonlySet<Arrow>,
): readonly string[] | undefined {
  const ways = new Map<string, readonly string[]>([[start, [start]]]);
  // A Map visits what is added while it is walked, so this goes on until no new place turns up.
  for (const [place, way] of ways) {
    if (place === end) return way;
    for (const { from, to } of arrows) {
      if (from === place && !ways.has(to)) ways.set(to, [...way, to]);
    }
  }
  return undefined;
}
