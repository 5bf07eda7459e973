import type { Faker } from '@faker-js/faker';
import type { ModelSignals } from '@model-gateway/core';
import { present } from '@model-gateway/core/kit';
import { chance, type Draws } from '../draws/draws.ts';
import type { SignalFacts } from './facts.ts';
import { PROVIDERS, type Provider } from './providers.ts';

type Hosting = Pick<ModelSignals, 'providers' | 'zdr' | 'regions'>;

/** Shares of models of which each is not known, independently. */
const UNKNOWN = { providers: 0.05, zdr: 0.15, regions: 0.12 };

/** Probability that a host that offers zero retention, or a second region, does so for a given model. */
const RETAINS_NOTHING = 0.7;
const EVERYWHERE = 0.35;

const CONTRACTED = PROVIDERS.filter(({ serves }) => serves === 'contracted');
const OPEN = PROVIDERS.filter(({ serves }) => serves === 'open');

/** Returns the providers of a model, and its retention and regions. */
export function hostingOf(facts: SignalFacts, index: number, draws: Draws): Hosting {
  if (facts.served === 'gateway') return {};
  const faker = draws('hosting', index);
  const hosts = hostsOf(facts, faker);
  const known = (share: number) => !chance(faker, share);
  return present({
    providers: known(UNKNOWN.providers)
      ? hosts.map(({ name, slug }) => ({ name, slug }))
      : undefined,
    zdr: known(UNKNOWN.zdr)
      ? hosts.some(({ zdr }) => zdr && chance(faker, RETAINS_NOTHING))
      : undefined,
    regions: known(UNKNOWN.regions) ? regionsOf(hosts, faker) : undefined,
  });
}

/** One to six; free variants have one. */
function hostsOf({ served, authorSlug, model }: SignalFacts, faker: Faker): readonly Provider[] {
  if (model.id.endsWith(':free')) return faker.helpers.arrayElements(OPEN, 1);
  if (served === 'open') return faker.helpers.arrayElements(OPEN, { min: 1, max: 6 });
  const own = PROVIDERS.filter(({ slug }) => slug === authorSlug);
  const others = faker.helpers.arrayElements(CONTRACTED, { min: own.length === 0 ? 1 : 0, max: 2 });
  return [...own, ...others.filter(({ slug }) => slug !== authorSlug)];
}

/** The first region of every host, and the others of those that serve the model everywhere. */
function regionsOf(hosts: readonly Provider[], faker: Faker): string[] {
  const served = hosts.flatMap(({ regions }) =>
    chance(faker, EVERYWHERE) ? regions : regions.slice(0, 1),
  );
  return [...new Set(served)];
}
