import type { Draws } from '../draws/draws.ts';
import type { Family } from '../families/family.ts';
import { CLOSED_FAMILIES } from '../families/closed-families.ts';
import { COMMUNITY_FAMILIES } from '../families/community-families.ts';
import { INDEPENDENT_FAMILIES } from '../families/independent-families.ts';
import { MEDIA_FAMILIES, type MediaKind } from '../families/media-families.ts';
import { OPEN_FAMILIES } from '../families/open-families.ts';
import { SMALL_CLOSED_FAMILIES } from '../families/small-closed-families.ts';
import { counterpartOf } from './counterpart.ts';
import { idOf, isLatest, productsOf, type Product } from './product.ts';

export type RosterKind = 'text' | MediaKind;

/** All models of a kind, in an order of the seed's own, without end. */
export interface Roster {
  /** Those that families release themselves. */
  readonly releases: readonly Product[];
  /** The release that the model with this ordinal is, or is a counterpart of. */
  releaseOf(ordinal: number): Product;
  /** The model with this ordinal, from 0. */
  at(ordinal: number): Product;
}

const FAMILIES: Readonly<Record<RosterKind, readonly Family[]>> = {
  text: [
    ...CLOSED_FAMILIES,
    ...SMALL_CLOSED_FAMILIES,
    ...OPEN_FAMILIES,
    ...INDEPENDENT_FAMILIES,
    ...COMMUNITY_FAMILIES,
  ],
  ...MEDIA_FAMILIES,
};

/** In every world, whatever the seed, these come first: documentation relies on the `acme` ones. */
const FIRST = [
  'acme/quill-1',
  'orrery/sxt-5.6',
  'lumenfold/folio-hearth-5',
  'osier/facet-3.6-swift',
  'larch/larch3.7-35b-a3b',
  'acme/quill-1-mini',
  'acme/paint-1',
  'acme/paint-1-mini',
  'acme/chime-1',
];

/** Share of the text models that vendors ever released which a catalog lists. */
const LISTED = 0.7;

export function createRosters(draws: Draws): Readonly<Record<RosterKind, Roster>> {
  const roster = (kind: RosterKind, number: number): Roster => {
    const products = FAMILIES[kind].flatMap((family, position) =>
      productsOf(family, number * 1000 + position),
    );
    const share = kind === 'text' ? LISTED : 1;
    const order = inOrder(products, draws, number);
    return endless(order.slice(0, Math.round(share * order.length)));
  };
  return {
    text: roster('text', 0),
    image: roster('image', 1),
    embeddings: roster('embeddings', 2),
    speech: roster('speech', 3),
    transcription: roster('transcription', 4),
    rerank: roster('rerank', 5),
    audio: roster('audio', 6),
    video: roster('video', 7),
  };
}

function endless(releases: readonly Product[]): Roster {
  function releaseOf(ordinal: number): Product {
    const release = releases[ordinal % releases.length];
    if (release === undefined) throw new RangeError(`expected an ordinal from 0, got ${ordinal}`);
    return release;
  }
  return {
    releases,
    releaseOf,
    at(ordinal) {
      const round = Math.floor(ordinal / releases.length);
      const release = releaseOf(ordinal);
      return round === 0 ? release : counterpartOf(release, round);
    },
  };
}

/**
 * A shuffle in which newer models tend to come earlier, and the newest of each line earlier still:
 * a catalog always carries what is sold now and drops some of what was.
 */
function inOrder(products: readonly Product[], draws: Draws, number: number): Product[] {
  const faker = draws('roster', number);
  const placed = products.map((product) => {
    const [, monthsOld] = product.generation;
    const weight = Math.exp(-monthsOld / 18) * (isLatest(product) ? 2 : 1);
    const delay = -Math.log(1 - faker.number.float()) / weight;
    const first = FIRST.indexOf(idOf(product));
    return { product, turn: first === -1 ? delay : first - FIRST.length };
  });
  return placed.sort((one, other) => one.turn - other.turn).map(({ product }) => product);
}
