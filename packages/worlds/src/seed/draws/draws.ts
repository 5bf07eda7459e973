import type { Faker } from '@faker-js/faker';
import { createKeyedRandomizer } from './keyed-randomizer.ts';
import { REFERENCE_SECONDS } from '../dates/reference-date.ts';

/**
 * The questions that are drawn for. Each has its own numbers, so that one more draw for prices
 * changes no benchmark.
 */
const TOPICS = [
  'roster',
  'words',
  'crossed',
  'line',
  'listed',
  'voices',
  'description',
  'benchmarks',
  'expiration',
  'hosting',
  'popularity',
  'speed',
  'categories',
  'tools',
  'author',
  'licence',
  'alias',
  'router',
  'free',
  'base',
  'like',
  'member',
  'guardrail',
  'assignment',
  'destination',
  'config',
] as const;

export type Topic = (typeof TOPICS)[number];

/**
 * The random source of one topic and key: the same numbers for the same seed, topic and key,
 * whatever was drawn before. It is good until the next call with the same topic, so only one function
 * asks for each topic.
 */
export type Draws = (topic: Topic, ...key: readonly number[]) => Faker;

/** @param english faker with the English locale; it is not changed */
export function createDraws(seed: number, english: Faker): Draws {
  const sources = new Map(
    TOPICS.map((topic, position) => [topic, { faker: ownFaker(english), position }] as const),
  );
  return (topic, ...key) => {
    const source = sources.get(topic);
    if (source === undefined) throw new RangeError(`expected a known topic, got "${topic}"`);
    source.faker.seed([seed, source.position, ...key]);
    return source.faker;
  };
}

/** From a bell curve of mean 0 and deviation 1. */
export function normal(faker: Faker): number {
  const radius = Math.sqrt(-2 * Math.log(1 - faker.number.float()));
  return radius * Math.cos(2 * Math.PI * faker.number.float());
}

export function chance(faker: Faker, probability: number): boolean {
  return faker.number.float() < probability;
}

/**
 * An instance of our own: seeding the shared one would change what the application draws from it.
 * The class itself is exported by the package's main entry only, which takes long to load.
 */
function ownFaker(english: Faker): Faker {
  // `english` is made by `new Faker(…)`, so its constructor is that class.
  const FakerClass = english.constructor as typeof Faker;
  const faker = new FakerClass({
    locale: english.rawDefinitions,
    randomizer: createKeyedRandomizer(),
  });
  faker.setDefaultRefDate(REFERENCE_SECONDS * 1000);
  return faker;
}
