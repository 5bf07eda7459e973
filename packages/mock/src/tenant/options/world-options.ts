import { optional } from '@model-gateway/core/kit';
import type {
  Guardrail,
  GuardrailAssignment,
  StoredDestination,
  StoredMember,
} from '@model-gateway/core';
import { GOLDEN, WORLD_NAMES, type MockModel, type WorldSource } from '@model-gateway/worlds';
import * as v from 'valibot';
import { integer, oneOf } from '../../flag-values.ts';
import { checkWorld } from './option-checks.ts';
import type { TenantOption } from './option.ts';
import { checkRecords, RECORDS_JSON } from './record-options.ts';

/** The options of a tenant that say what it serves. */
export interface TenantWorldOptions {
  /** The world to begin with; what follows takes the place of what is in it. */
  readonly world?: WorldSource | undefined;
  /** A whole number; what is generated, minted and drawn depends on it. */
  readonly seed?: number | undefined;
  /** The whole catalog, or how many models to generate. */
  readonly models?: number | readonly MockModel[] | undefined;
  /**
   * True adds the models that do what their names say, such as `mock/echo`, after those of the
   * world; false leaves them out of the tiny one. By default each world is as it is.
   */
  readonly mockModels?: boolean | undefined;
  readonly destinations?: readonly StoredDestination[] | undefined;
  /** Oldest first. */
  readonly members?: readonly StoredMember[] | undefined;
  readonly assignments?: readonly GuardrailAssignment[] | undefined;
  /** What guardrails allow; those that are only assigned limit nothing. */
  readonly guardrails?: readonly Guardrail[] | undefined;
}

/** The row of each of them, in the order of the documentation. */
export const WORLD_OPTIONS = {
  world: {
    inheritedBy: ['tenant'],
    isWorld: true,
    check: checkWorld,
    json: { schema: optional(v.picklist(WORLD_NAMES), 'The initial world.') },
    flag: {
      group: 'What it serves:',
      short: 'w',
      takes: 'name',
      help:
        'golden: checked in, never changes; tiny: a model of each kind; empty: no models; ' +
        'huge: 100,000 generated models; generated: from the seed',
      shownDefault: 'golden, unless --seed or --models differ',
      read: (flag, text) => oneOf(flag, text, WORLD_NAMES),
    },
  },
  seed: {
    inheritedBy: ['tenant', 'fork'],
    isWorld: true,
    default: GOLDEN.seed,
    json: {
      schema: optional(
        v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 32 - 1)),
        'The seed of generated data, keys and images.',
      ),
    },
    flag: {
      group: 'What it serves:',
      short: 's',
      takes: 'number',
      help: 'seed of everything generated',
      read: (flag, text) => integer(flag, text, 0, Number.MAX_SAFE_INTEGER),
    },
  },
  models: {
    inheritedBy: ['tenant'],
    isWorld: true,
    check: checkRecords('models', 'model'),
    json: RECORDS_JSON.models,
    flag: {
      group: 'What it serves:',
      short: 'm',
      takes: 'number',
      help: 'how many models to generate',
      shownDefault: '400',
      read: (flag, text) => integer(flag, text, 0, 1_000_000),
    },
  },
  mockModels: {
    inheritedBy: ['tenant'],
    isWorld: true,
    json: {
      schema: optional(
        v.boolean(),
        'Whether models such as `mock/echo` are added, or left out of the tiny world.',
      ),
    },
    flag: {
      group: 'What it serves:',
      help: 'add models that do what their names say, such as mock/echo',
      shownDefault: 'in the tiny world only',
    },
  },
  destinations: {
    inheritedBy: ['tenant'],
    isWorld: true,
    check: checkRecords('destinations', 'destination'),
    json: RECORDS_JSON.destinations,
  },
  members: {
    inheritedBy: ['tenant'],
    isWorld: true,
    check: checkRecords('members', 'member'),
    json: RECORDS_JSON.members,
  },
  assignments: {
    inheritedBy: ['tenant'],
    isWorld: true,
    check: checkRecords('assignments', 'assignment'),
    json: RECORDS_JSON.assignments,
  },
  guardrails: {
    inheritedBy: ['tenant'],
    isWorld: true,
    check: checkRecords('guardrails', 'guardrail'),
    json: RECORDS_JSON.guardrails,
  },
} as const satisfies {
  readonly [Name in keyof TenantWorldOptions]-?: TenantOption<
    NonNullable<TenantWorldOptions[Name]>
  >;
};
