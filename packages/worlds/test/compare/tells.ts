import type { Model } from '@model-gateway/core';
import { familyOf, type Feature, type Surroundings } from './feature.ts';

const DAY = 86_400;
const MONTH = 30.4375 * DAY;

/** What told generated records from real ones to readers who sorted them, one feature each. */
export const TELLS: readonly Feature[] = [
  { name: 'listed at midnight', of: ({ created }) => String(created % DAY === 0) },
  {
    name: 'hour of listing',
    of: ({ created }) => (created % DAY === 0 ? undefined : (created % DAY) / 3600),
  },
  { name: 'weekday of listing', of: ({ created }) => String((Math.floor(created / DAY) + 4) % 7) },
  {
    name: 'time to the nearest listing of its family',
    of: ({ id, created }, around) => {
      const gaps = othersOf(id, around).map((other) => Math.abs(other.created - created));
      return gaps.length === 0 ? undefined : timeOf(Math.min(...gaps));
    },
  },
  {
    name: 'listed after a higher version',
    of: (model, around) => {
      const version = versionOf(model.id);
      if (version === undefined) return undefined;
      return String(
        othersOf(model.id, around).some((other) => {
          const against = versionOf(other.id);
          const isHigher = against?.family === version.family && against.number > version.number;
          return isHigher && other.created < model.created - MONTH;
        }),
      );
    },
  },
  { name: 'kind of context length', of: ({ context_length: length }) => kindOf(length) },
  {
    name: 'kind of completion limit',
    of: ({ top_provider: top }) => kindOf(top.max_completion_tokens),
  },
  {
    name: 'part of the context offered',
    of: ({ top_provider: { context_length: offered }, context_length: length }) =>
      offered == null || length == null || offered === length ? undefined : offered / length,
  },
  sameInFamily('context length', ({ context_length: length }) => String(length)),
  sameInFamily('completion limit', ({ top_provider: top }) => String(top.max_completion_tokens)),
  sameInFamily('parameters', ({ supported_parameters: all }) => all.join()),
  sameInFamily('recommended values', ({ default_parameters: all }) =>
    JSON.stringify(Object.entries(all ?? {}).filter(([, value]) => value !== null)),
  ),
  {
    name: 'default parameters by age',
    of: ({ default_parameters: all, created }, { reference }) => {
      const quarters = Math.min(6, Math.floor((reference - created) / (3 * MONTH)));
      return `${quarters} ${all == null ? null : Object.keys(all).length}`;
    },
  },
  {
    name: 'day of the cutoff',
    of: ({ knowledge_cutoff: date }) =>
      date == null ? undefined : Number(date.slice(8)) > 27 ? 'end of a month' : date.slice(8),
  },
  {
    name: 'contests and index',
    of: ({ benchmarks: measured }) =>
      measured && `${contestsOf(measured.design_ranking.length)} ${'external_index' in measured}`,
  },
  {
    name: 'contests by age',
    of: ({ benchmarks, created }, { reference }) => {
      const count = benchmarks?.design_ranking.length ?? 0;
      const quarters = Math.min(6, Math.floor((reference - created) / (3 * MONTH)));
      return count === 0 ? undefined : `${quarters} ${contestsOf(count)}`;
    },
  },
  {
    name: 'spread of elo in an arena',
    of: (model) => {
      const elos = elosIn(model, 'models');
      return elos.length < 4 ? undefined : Math.max(...elos) - Math.min(...elos);
    },
  },
  {
    name: 'elo of agents above the models',
    of: (model) => {
      const [agents, alone] = [elosIn(model, 'agents'), elosIn(model, 'models')];
      return agents.length === 0 || alone.length === 0 ? undefined : mean(agents) - mean(alone);
    },
  },
];

/** Whether the model of its family that was listed at the nearest time has the same value. */
function sameInFamily(what: string, valueOf: (model: Model) => string): Feature {
  return {
    name: `${what} of its nearest relative`,
    of: (model, around) => {
      const distanceOf = ({ created }: Model) => Math.abs(created - model.created);
      const [nearest] = othersOf(model.id, around).toSorted(
        (one, other) => distanceOf(one) - distanceOf(other),
      );
      return nearest && String(valueOf(nearest) === valueOf(model));
    },
  };
}

function othersOf(id: string, { families }: Surroundings): readonly Model[] {
  const plain = id.replace(/:.*$/, '');
  return (families.get(familyOf(id)) ?? []).filter((other) => other.id !== plain);
}

/** The letters before the first number, and that number: `quill-` and 3.5. */
function versionOf(id: string): { readonly family: string; readonly number: number } | undefined {
  const [, family, number] = /^(.*?[a-z-])(\d{1,2}(?:\.\d+)?)(?![\db])/.exec(id) ?? [];
  return family === undefined ? undefined : { family, number: Number(number) };
}

function timeOf(seconds: number): string {
  if (seconds < 60) return 'seconds';
  if (seconds < 3600) return 'minutes';
  if (seconds < DAY) return 'hours';
  if (seconds < 7 * DAY) return 'days';
  return seconds < MONTH ? 'weeks' : 'months';
}

function kindOf(tokens: number | null | undefined): string {
  if (tokens == null) return 'none';
  if (tokens % 1024 === 0) return 'binary';
  return tokens % 1000 === 0 ? 'decimal' : 'odd';
}

/** How many contests, roughly. */
function contestsOf(count: number): string {
  if (count === 0) return 'none';
  if (count < 5) return 'some';
  if (count < 9) return 'one arena';
  return count < 20 ? 'two arenas' : 'all';
}

function elosIn({ benchmarks }: Model, wanted: string): readonly number[] {
  return (benchmarks?.design_ranking ?? [])
    .filter(({ arena }) => arena === wanted)
    .map(({ elo }) => elo);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
