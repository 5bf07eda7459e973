import { oncePerObject } from '../once-per-object.ts';
import type { Shape } from './schema-shape.ts';

/**
 * How strictly a part of a body is judged: by its shape, everything in it, everything but how long
 * its numbers are, because it is passed on as it is, or only its syntax, depth and size, because no
 * operation reads it. Source: contract §1.2.
 */
export type Reading = Shape | 'everything' | 'passed on' | 'nothing';

/**
 * Returns how the items of a list are judged. A list where the shape has none is refused as a
 * whole.
 */
export function itemsOf(reading: Reading): Reading {
  if (typeof reading === 'string') return reading;
  if (reading.kind === 'list') return reading.items;
  if (reading.kind === 'choice') {
    const list = reading.options.find(({ kind }) => kind === 'list');
    return list === undefined ? 'nothing' : itemsOf(list);
  }
  return insideOf(reading);
}

/** Returns how a member of an object is judged. */
export function memberOf(reading: Reading, name: string): Reading {
  if (typeof reading === 'string') return reading;
  if (reading.kind === 'object') return reading.members.get(name) ?? 'nothing';
  if (reading.kind === 'record') return reading.values;
  if (reading.kind === 'choice') {
    const { members, others } = membersOf(reading);
    return members.get(name) ?? others;
  }
  return insideOf(reading);
}

type Choice = Shape & { readonly kind: 'choice' };

interface ChoiceMembers {
  readonly members: ReadonlyMap<string, Reading>;
  readonly others: Reading;
}

/** How the members of a choice are judged: which of them it is shows only once all of it is read. */
const membersOf = oncePerObject(({ options }: Choice): ChoiceMembers => {
  const judged = (name: string) =>
    options.map((option) => memberOf(option, name)).find((inside) => inside !== 'nothing');
  const names = options.flatMap(namesIn);
  return {
    members: new Map(names.map((name) => [name, judged(name) ?? 'nothing'])),
    others: judged(NO_NAME) ?? 'nothing',
  };
});

/** The names that a shape, or one of a choice, has something to say about. */
function namesIn(shape: Shape): readonly string[] {
  if (shape.kind === 'object') return [...shape.members.keys()];
  return shape.kind === 'choice' ? shape.options.flatMap(namesIn) : [];
}

/** Stands for all names that no shape has. */
const NO_NAME = '\0';

/** A leaf may be a choice of objects, of which only the schema knows the members. */
function insideOf({ kind }: Shape): Reading {
  if (kind === 'anything') return 'passed on';
  return kind === 'leaf' ? 'everything' : 'nothing';
}

/** Returns whether numbers past 2^53-1 may stand there, where their digits are kept. */
export function mayBeLong(reading: Reading): boolean {
  if (typeof reading !== 'string') return reading.kind === 'anything';
  return reading !== 'everything';
}
