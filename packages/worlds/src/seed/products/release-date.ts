import { chance, type Draws } from '../draws/draws.ts';
import { listedOn } from './listed-on.ts';
import { comesIn, type Product } from './product.ts';
import { eraOf } from '../dates/era.ts';
import {
  monthsBefore,
  monthsOldAt,
  REFERENCE_SECONDS,
  SECONDS_PER_DAY,
} from '../dates/reference-date.ts';

/** Returns the day on which a generation was released, Unix seconds: that of its first tiers. */
export function releasedOf({ key, generation: [, monthsOld] }: Product, draws: Draws): number {
  const days = draws('release', ...key).number.float() * 7;
  return monthsBefore(monthsOld) + Math.round(days * SECONDS_PER_DAY);
}

/** Share of tiers that are listed within seconds of the ones before, and on the same day. */
const TOGETHER = 0.15;
const SAME_DAY = 0.3;
/** Mean of days between a generation and its stragglers, and the few that come whenever. */
const STRAGGLING_DAYS = 40;
const LATE_DAYS = 150;
const WHENEVER = 0.15;
/** The others come before this part of the time to their successor is over. */
const BEFORE_SUCCESSOR = 0.8;

/**
 * Returns when the gateway listed a model, Unix seconds. Observed: a vendor lists the tiers of a
 * generation seconds or minutes apart, and others weeks later, a few when the next generation is
 * there already. Never after the reference date.
 */
export function createdOf(product: Product, draws: Draws): number {
  const { key, family, tier } = product;
  const position = family.tiers.filter((each) => comesIn(family, each, key[1])).indexOf(tier);
  const released = releasedOf(product, draws);
  const faker = draws('created', ...key, position);
  const mode = position === 0 || tier.stamp !== undefined ? 0 : faker.number.float();
  const delay = -Math.log(1 - faker.number.float());
  const isLate = chance(faker, WHENEVER);
  const days = mode < SAME_DAY ? 0 : delay * (isLate ? LATE_DAYS : STRAGGLING_DAYS);
  const due = isLate ? REFERENCE_SECONDS : successorOf(product);
  const latest = released + BEFORE_SUCCESSOR * (due - released);
  const late = released + days * SECONDS_PER_DAY;
  // What is listed in the last months is listed as what was released then.
  const isOfItsEra = eraOf(monthsOldAt(late)) === eraOf(product.generation[1]);
  const straggles = days > 0 && late < latest && isOfItsEra;
  const seconds = mode < TOGETHER ? position * faker.number.int({ min: 1, max: 5 }) : 0;
  const minutes = mode < TOGETHER ? 0 : faker.number.int({ min: 1, max: 90 });
  // The tiers of a generation share their moment, unless they come later.
  const moment = draws('moment', ...key, straggles ? position + 1 : 0);
  const day = straggles ? late : released;
  const listed = listedOn(day, moment);
  return listed % SECONDS_PER_DAY === 0 ? listed : listed + seconds + 60 * minutes;
}

/** Returns when the next generation is due, in Unix seconds; the reference date for the newest. */
function successorOf({ family: { generations }, key: [, position] }: Product): number {
  const [, monthsOld] = generations[position + 1] ?? ['', 0];
  return Math.min(monthsBefore(monthsOld), REFERENCE_SECONDS);
}
