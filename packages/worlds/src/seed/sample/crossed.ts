import { chance, type Draws } from '../draws/draws.ts';
import { PROTOTYPES, type Prototype } from './prototype.ts';

/** Facts that belong together in one prototype, and those whose facts another may have. */
interface Group {
  readonly facts: readonly (keyof Prototype)[];
  readonly areAlike: (one: Prototype, other: Prototype) => boolean;
}

/** Share of the models that have a group of facts from another prototype. */
const CROSSED = 0.65;

const DAY = 1440;
const within =
  (days: number) =>
  (one: Prototype, other: Prototype): boolean =>
    Math.abs(one.minutes - other.minutes) < days * DAY;
const [inQuarter, inHalf] = [within(75), within(180)];

/** What a vendor documents of a model goes with the vendor, what is measured with its time and price. */
const GROUPS: readonly Group[] = [
  { facts: ['parameters', 'reasoning'], areAlike: areSiblings },
  { facts: ['defaults'], areAlike: areSiblings },
  {
    facts: ['boards', 'index'],
    areAlike: (one, other) => inQuarter(one, other) && isPriceNear(one, other),
  },
  {
    facts: ['most', 'offered'],
    areAlike: (one, other) => inHalf(one, other) && one.context === other.context,
  },
];

/**
 * Returns a prototype with some groups of facts from others that could have them: so hardly any model
 * is one prototype throughout.
 */
export function crossed(position: number, round: number, draws: Draws): Prototype {
  const own = PROTOTYPES.models[position];
  if (own === undefined) throw new RangeError(`no prototype ${position}`);
  const faker = draws('crossed', position, round);
  const taken = matesOf(position).flatMap(({ facts, others }) => {
    if (!chance(faker, CROSSED) || others.length === 0) return [];
    const other = faker.helpers.arrayElement(others);
    return facts.map((name) => [name, other[name]] as const);
  });
  return { ...own, ...Object.fromEntries(taken) };
}

interface Mates {
  readonly facts: Group['facts'];
  readonly others: readonly Prototype[];
}

const MATES = new Map<number, readonly Mates[]>();

function matesOf(position: number): readonly Mates[] {
  const own = PROTOTYPES.models[position];
  const mates =
    MATES.get(position) ??
    GROUPS.map(({ facts, areAlike }) => ({
      facts,
      others: PROTOTYPES.models.filter(
        (other) =>
          own !== undefined &&
          other !== own &&
          other.hub === own.hub &&
          other.focus === own.focus &&
          other.outputs === own.outputs &&
          areAlike(own, other),
      ),
    }));
  MATES.set(position, mates);
  return mates;
}

/** True for two of one vendor and time, which reason or do not. */
function areSiblings(one: Prototype, other: Prototype): boolean {
  const [ofOne, ofOther] = [one, other].map(({ family }) => PROTOTYPES.families[family]?.vendor);
  const reason = (each: Prototype) => each.reasoning !== undefined;
  return ofOne === ofOther && reason(one) === reason(other) && inHalf(one, other);
}

const MOST_APART = Math.log(2);

function isPriceNear(one: Prototype, other: Prototype): boolean {
  const [price = 0, otherPrice = 0] = [one, other].map((each) => each.price.completion ?? 0);
  return Math.abs(Math.log(price / otherPrice)) < MOST_APART;
}
