import type { Draws } from '../draws/draws.ts';
import { SECONDS_PER_DAY } from '../dates/reference-date.ts';
import { inventedWord } from './invented-word.ts';
import { PROTOTYPES, type Family, type Vendor } from './prototype.ts';

/**
 * A family of a world: one of the prototypes' under invented words, with what its models share. Each
 * further round gives the same family another time, as another line of the same vendor.
 */
export interface Line {
  readonly vendor: Vendor;
  readonly words: readonly string[];
  /** What its prices are multiplied by. */
  readonly factor: number;
  /** Seconds by which its models are older than their prototypes. */
  readonly older: number;
  /** What is added to its versions. */
  readonly versions: number;
}

/** Not 1: a price that was observed comes of another one. */
const FACTORS = [0.5, 1.1, 0.75, 1.6, 0.9, 0.6, 1.25, 2, 0.8, 1.35, 0.7];
/**
 * Weeks by which a line is older. They are nearly whole months, so that models are listed on their
 * days of the week, and know as much as their prototypes.
 */
const WEEKS = [-9, -4, 0, 4, 9];
const VERSIONS = 2;
const MOST_SEED = 1e6;

/** Words by length, the shortest first: of those there are the fewest. */
const SLOTS = PROTOTYPES.families
  .flatMap(({ words }, family) =>
    words.map((word, place) => ({ key: `${family} ${place}`, length: lengthOf(word) })),
  )
  .sort((one, other) => one.length - other.length)
  .map(({ key }) => key);
const SLOT_OF = new Map(SLOTS.map((key, slot) => [key, slot]));

const YOUNGEST = PROTOTYPES.families.map((_, family) =>
  Math.min(...PROTOTYPES.models.flatMap((model) => (model.family === family ? model.minutes : []))),
);

/** Returns the family with this number in a round, from 0. */
export function lineOf(number: number, round: number, draws: Draws): Line {
  const family = PROTOTYPES.families[number];
  const vendor = PROTOTYPES.vendors[family?.vendor ?? -1];
  if (family === undefined || vendor === undefined) throw new RangeError(`no family ${number}`);
  const seed = draws('words').number.int(MOST_SEED);
  const words = family.words.map((word, place) => {
    if (round === 0 && typeof word === 'string') return word;
    const slot = SLOT_OF.get(`${number} ${place}`) ?? 0;
    return inventedWord(lengthOf(word), round * SLOTS.length + slot, seed);
  });
  const faker = draws('line', number);
  // One after the other, so that the lines of a family differ.
  const turn = faker.number.int(FACTORS.length - 1) + round;
  const drawn = {
    factor: FACTORS[turn % FACTORS.length] ?? 1,
    older: olderBy(WEEKS[turn % WEEKS.length] ?? 0, YOUNGEST[number] ?? 0),
    versions: (faker.number.int(VERSIONS) + round) % (VERSIONS + 1),
  };
  const isKept = round === 0 && isNamed(family);
  return { vendor, words, ...drawn, ...(isKept && { factor: 1, versions: 0 }) };
}

/** Documentation relies on the names and prices of these. */
function isNamed({ words }: Family): boolean {
  return words.some((word) => typeof word === 'string');
}

function lengthOf(word: number | string): number {
  return typeof word === 'string' ? word.length : word;
}

/** In seconds; none where the youngest model would not be listed yet. */
function olderBy(weeks: number, youngestMinutes: number): number {
  const seconds = weeks * 7 * SECONDS_PER_DAY;
  return youngestMinutes * 60 + seconds > SECONDS_PER_DAY ? seconds : 0;
}
