import { isAlias, isMap, isNode, isScalar, isSeq } from 'yaml';
import type { ConfigProblem } from './config-error.ts';
import type { Place, Position } from './place.ts';

/** What one walk through a document finds. */
export interface Places {
  readonly root: Place;
  /** Members that are written twice, and names that are no texts. */
  readonly problems: readonly ConfigProblem[];
  readonly aliases: number;
}

/** Looks at each node of a document once. */
export function placesIn(contents: unknown, position: (offset: number) => Position): Places {
  const problems: ConfigProblem[] = [];
  let aliases = 0;

  /** A member is where its name begins. */
  const placeAt = (start: Position, value: unknown): Place => {
    const inside = insideOf(value);
    return inside === undefined ? start : { ...start, inside };
  };
  const startOf = (node: unknown): Position => {
    const offset = isNode(node) ? node.range?.[0] : undefined;
    return offset === undefined ? {} : position(offset);
  };
  const insideOf = (node: unknown): Place['inside'] => {
    if (isAlias(node)) aliases++;
    if (isSeq(node)) {
      return new Map(node.items.map((item, index) => [index, placeAt(startOf(item), item)]));
    }
    if (!isMap(node)) return undefined;
    const members = new Map<string | number, Place>();
    for (const { key, value } of node.items) {
      const start = startOf(key);
      if (!isScalar(key)) {
        problems.push({ ...start, message: 'the name of a member must be a text' });
        continue;
      }
      const name = String(key.value);
      if (members.has(name)) {
        const message = `${name} is there a second time; write what both hold in one place`;
        problems.push({ ...start, message });
      }
      members.set(name, placeAt(start, value));
    }
    return members;
  };
  const root = placeAt(startOf(contents), contents);
  return { root, problems, aliases };
}
