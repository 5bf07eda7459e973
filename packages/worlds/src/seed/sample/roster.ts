import type { Draws } from '../draws/draws.ts';
import { productOf, type Product } from './product.ts';
import { PROTOTYPES, type MediaKind, type Prototype } from './prototype.ts';

export type RosterKind = 'text' | MediaKind;

/** All models of a kind, in an order of the seed's own, without end. */
export interface Roster {
  /** Positions of the prototypes that a catalog of this seed has, in its order. */
  readonly chosen: readonly number[];
  /** The model with this ordinal, from 0. */
  at(ordinal: number): Product;
}

/** Share of the prototypes that the catalogs of a seed are made of, so that no two have the same. */
const CHOSEN = 0.85;

/** Creates the order of models of a kind; behind its last prototype it begins again, with other lines. */
export function createRoster(kind: RosterKind, draws: Draws): Roster {
  const positions = PROTOTYPES.models.flatMap((model, position) =>
    kindOf(model) === kind ? position : [],
  );
  const [named, others] = [true, false].map((isNamed) =>
    positions.filter((position) => wordsAt(position).some(isText) === isNamed),
  );
  const faker = draws('roster', positions[0] ?? 0);
  const drawn = faker.helpers.shuffle(others ?? []);
  const share = kind === 'text' ? CHOSEN : 1;
  const order = [
    ...(named ?? []).toReversed(),
    ...drawn.slice(0, Math.round(share * drawn.length)),
  ];
  return {
    chosen: order,
    at(ordinal) {
      const position = order[ordinal % order.length];
      if (position === undefined)
        throw new RangeError(`expected an ordinal from 0, got ${ordinal}`);
      return productOf(position, Math.floor(ordinal / order.length), draws);
    },
  };
}

function kindOf({ outputs = 'text' }: Prototype): string {
  return outputs.includes('text') ? 'text' : outputs;
}

function wordsAt(position: number): readonly (number | string)[] {
  return PROTOTYPES.families[PROTOTYPES.models[position]?.family ?? -1]?.words ?? [];
}

function isText(word: number | string): boolean {
  return typeof word === 'string';
}
