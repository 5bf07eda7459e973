import type { OriginChange } from '@model-gateway/core';
import type { Detail } from '@model-gateway/pictures';
import { GOLDEN, WORLD_NAMES } from '@model-gateway/worlds';
import * as v from 'valibot';
import { CLOCK_JSON, clockFromJson } from '../clock/clock-json.ts';
import { described, optional } from '../described.ts';
import { integer, key, oneOf } from '../flag-values.ts';
import { LATENCY_JSON } from '../latency/latency-json.ts';
import { readLatency } from '../latency/latency-value.ts';
import { PRESET_NAMES } from '../presets/presets.ts';
import { renameKeys, toCamelCase } from '../rename-keys.ts';
import { ruleFromJson } from '../rules/json/rule-from-json.ts';
import { RuleSchema } from '../rules/json/rule-schema.ts';
import {
  checkCredits,
  checkForwardTelemetry,
  checkId,
  checkKey,
  checkRateLimit,
  checkWorld,
} from './option-checks.ts';
import type { TenantOption } from './option.ts';
import { checkRecords, RECORDS_JSON } from './record-options.ts';
import type { ForkOptionName, TenantOptions } from './tenant-options.ts';

/** Credits as JSON, USD. */
export const AMOUNT_JSON = v.union([v.number(), v.string()]);
/** A rate limit as JSON. */
export const RATE_LIMIT_JSON = v.object({
  limit: described(v.pipe(v.number(), v.integer(), v.minValue(0)), 'Images per window and key.'),
  window_seconds: described(v.pipe(v.number(), v.minValue(0)), 'The length of a window.'),
});
const DETAILS = ['full', 'small'] as const satisfies readonly Detail[];
const ORIGIN_CHANGES = [
  'keep-secrets',
  'require-secrets',
] as const satisfies readonly OriginChange[];
const verdict = v.picklist(['fail', 'ignore']);
const initialRules = <const Schema extends v.GenericSchema>(rule: Schema) =>
  optional(v.array(rule), 'The initial rules; the first applies first.');

/** Every option of tenants, in the order in which they are documented. */
const TENANT_OPTIONS = {
  id: {
    inheritedBy: [],
    isForkOption: true,
    check: checkId,
    json: {
      schema: optional(
        v.string(),
        '1 to 64 letters, digits, ".", "_" and "-", for the URL and the keys; `t1`, `t2`, … by default.',
      ),
    },
  },
  apiKey: {
    inheritedBy: [],
    isForkOption: true,
    check: checkKey('apiKey'),
    json: { schema: optional(v.string(), 'The inference key; minted by default.') },
    flag: {
      group: 'Who may use it:',
      takes: 'key',
      help: 'inference key to accept',
      shownDefault: 'minted from the seed',
      read: key,
    },
  },
  managementKey: {
    inheritedBy: [],
    isForkOption: true,
    check: checkKey('managementKey'),
    json: { schema: optional(v.string(), 'The management key; minted by default.') },
    flag: {
      group: 'Who may use it:',
      takes: 'key',
      help: 'management key to accept',
      shownDefault: 'minted from the seed',
      read: key,
    },
  },
  credits: {
    inheritedBy: ['tenant'],
    isForkOption: true,
    default: 1_000_000,
    check: checkCredits,
    json: { schema: optional(AMOUNT_JSON, 'The total that images may cost, USD.') },
  },
  rateLimit: {
    inheritedBy: ['tenant', 'fork'],
    isForkOption: true,
    check: checkRateLimit,
    json: {
      schema: optional(RATE_LIMIT_JSON, 'Images beyond it are answered with 429.'),
      read: (json: object) => renameKeys(json, toCamelCase),
    },
  },
  clock: {
    inheritedBy: ['tenant'],
    isForkOption: true,
    json: {
      schema: optional(v.object(CLOCK_JSON), 'The clock of the tenant; real time by default.'),
      read: clockFromJson,
    },
  },
  images: {
    inheritedBy: ['tenant', 'fork'],
    isForkOption: true,
    default: 'full',
    json: {
      schema: optional(
        v.picklist(DETAILS),
        '`small` draws 64 pixels, stretched to the requested size; `full` by default.',
      ),
    },
    flag: {
      group: 'How it behaves:',
      takes: 'detail',
      help: 'full: every pixel, with the request printed on it; small: 64 pixels, stretched, in milliseconds',
      read: (flag, text) => oneOf(flag, text, DETAILS),
    },
  },
  latency: {
    inheritedBy: ['tenant', 'fork'],
    isForkOption: true,
    default: 'none',
    json: { schema: LATENCY_JSON },
    flag: {
      group: 'How it behaves:',
      short: 'l',
      takes: 'time',
      help: 'how long answers and images take: none, fast, typical, slow, or a time such as 250ms or 1s-3s',
      read: readLatency,
    },
  },
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
  preset: {
    inheritedBy: ['tenant'],
    json: {
      schema: optional(
        v.union([v.picklist(PRESET_NAMES), v.array(v.picklist(PRESET_NAMES))]),
        'Named trouble: one name, or several.',
      ),
    },
    flag: {
      group: 'How it behaves:',
      takes: 'names',
      help: `${PRESET_NAMES.join(', ')}, or several separated by commas`,
      read: (flag, text) => text.split(',').map((name) => oneOf(flag, name, PRESET_NAMES)),
    },
  },
  publicCatalog: {
    inheritedBy: ['tenant', 'fork'],
    json: { schema: optional(v.boolean(), 'Serves the list of models without a key.') },
    flag: { group: 'Who may use it:', help: 'serve GET /models without a key' },
  },
  forwardTelemetry: {
    inheritedBy: ['tenant', 'fork'],
    check: checkForwardTelemetry,
    json: {
      schema: optional(
        v.union([v.boolean(), v.array(v.string())]),
        'Forwards telemetry to collectors on this machine, and to these origins.',
      ),
    },
    flag: {
      group: 'How it behaves:',
      help: 'forward telemetry to destinations on this machine; without it nothing is sent',
    },
  },
  originChange: {
    inheritedBy: ['tenant', 'fork'],
    json: {
      schema: optional(
        v.picklist(ORIGIN_CHANGES),
        'What a PATCH that gives a destination an address of another origin does with secrets.',
      ),
    },
  },
  unhandled: {
    inheritedBy: ['tenant', 'fork'],
    json: { schema: optional(verdict, 'Whether unhandled requests fail the verification.') },
  },
  unusedRules: {
    inheritedBy: ['tenant', 'fork'],
    json: {
      schema: optional(verdict, 'Whether rules that were not used up fail the verification.'),
    },
  },
  strict: {
    inheritedBy: ['tenant', 'fork'],
    json: {
      schema: optional(
        v.boolean(),
        'Whether parameters and members that the gateway does not know fail the verification.',
      ),
    },
    flag: {
      group: 'How it behaves:',
      help: 'unknown parameters and members fail the tests that verify their tenants',
    },
  },
  rules: {
    inheritedBy: [],
    json: {
      schema: initialRules(v.unknown()),
      documented: initialRules(RuleSchema),
      read: (json: readonly unknown[]) => json.map(ruleFromJson),
    },
  },
} as const satisfies {
  readonly [Name in keyof TenantOptions]-?: TenantOption<NonNullable<TenantOptions[Name]>> &
    (Name extends ForkOptionName ? { isForkOption: true } : { isForkOption?: never });
};

type NameWith<Part extends keyof TenantOption<unknown>> = {
  [Name in keyof typeof TENANT_OPTIONS]: (typeof TENANT_OPTIONS)[Name] extends Readonly<
    Record<Part, unknown>
  >
    ? Name
    : never;
}[keyof typeof TENANT_OPTIONS];

/** The options that the command line has. */
export type FlaggedName = NameWith<'flag'>;

/** The options that every tenant has, by default if not otherwise. */
export type DefaultedName = NameWith<'default'>;

/** The table as a list, for what treats all options alike. */
export const OPTION_ROWS: readonly (readonly [name: string, row: TenantOption<unknown>])[] =
  Object.entries(TENANT_OPTIONS);
