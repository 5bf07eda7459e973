import { optional } from '@model-gateway/core/kit';
import type { OriginChange } from '@model-gateway/core';
import * as v from 'valibot';
import { UNSCRIPTED, type Unscripted } from '../../chat/default-answer.ts';
import { oneOf } from '../../flag-values.ts';
import type { Strictness } from '../../journal/strictness.ts';
import { PRESET_NAMES, type PresetChoice } from '../../presets/presets.ts';
import type { ResponseFault, WireFault } from '../../rules/wire-fault.ts';
import { ruleFromJson } from '../../rules/json/rule-from-json.ts';
import { RuleSchema } from '../../rules/json/rule-schema.ts';
import type { Rule } from '../../rules/rule.ts';
import type { ForwardTelemetry } from '../../telemetry/collector-client.ts';
import { checkForwardTelemetry, checkResponseHeaders, checkUnscripted } from './option-checks.ts';
import type { TenantOption } from './option.ts';

/** The options of a tenant that say how it behaves, and what fails its test. */
export interface TenantBehaviourOptions<
  Fault extends WireFault = ResponseFault,
> extends Strictness {
  /**
   * A named set of options and rules: `'flaky'`, `'slow'`, `'broke'`, `'throttled'`, or several as
   * a list.
   */
  readonly preset?: PresetChoice | undefined;
  /** Lets GET /models be read without a key. */
  readonly publicCatalog?: boolean | undefined;
  /**
   * Forwards telemetry to the destinations: `true` to collectors on this machine, a list of origins
   * to those as well. Off by default; `telemetry` has what would be forwarded either way.
   */
  readonly forwardTelemetry?: ForwardTelemetry | undefined;
  /**
   * `'require-secrets'` refuses a PATCH that sends the stored secrets of a destination to another
   * origin; `'keep-secrets'` by default. Source: contract §5.11.
   */
  readonly originChange?: OriginChange | undefined;
  /**
   * Headers of every answer, as a proxy in front of the gateway adds them: `{ 'x-region': 'eu-1' }`.
   * They replace those of the same name. An answer that a wire fault sends without headers does not
   * have these either.
   */
  readonly responseHeaders?: Readonly<Record<string, string>> | undefined;
  /**
   * What models answer where no rule does: `'echo'` by default, `'tools'` calls each tool once before
   * that, `'lorem'`, `'fail'` fails the test and says which rule to write, or a function of the
   * conversation.
   */
  readonly unscripted?: Unscripted | undefined;
  /**
   * Answers for whichever model an app names, with one of its own where it has none of that id: for
   * apps that name those of a provider, such as `gpt-5`. False by default: a 404, as of the gateway.
   */
  readonly anyModel?: boolean | undefined;
  /**
   * `'off'` answers conversations that the gateway would refuse, for apps that send half of one, and
   * lets rules give answers that the request does not allow; `'on'` by default.
   */
  readonly validate?: 'on' | 'off' | undefined;
  /** The initial rules, restored by a reset; the first takes precedence. */
  readonly rules?: readonly Rule<Fault>[] | undefined;
}

const ORIGIN_CHANGES = [
  'keep-secrets',
  'require-secrets',
] as const satisfies readonly OriginChange[];
const verdict = v.picklist(['fail', 'ignore']);
const initialRules = <const Schema extends v.GenericSchema>(rule: Schema) =>
  optional(v.array(rule), 'The initial rules; the first applies first.');

/** The row of each of them, in the order of the documentation. */
export const BEHAVIOUR_OPTIONS = {
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
  responseHeaders: {
    inheritedBy: ['tenant', 'fork'],
    check: checkResponseHeaders,
    json: {
      schema: optional(v.record(v.string(), v.string()), 'Headers of every answer, by name.'),
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
  unscripted: {
    inheritedBy: ['tenant', 'fork'],
    default: 'echo',
    check: checkUnscripted,
    json: {
      schema: optional(
        v.picklist(UNSCRIPTED),
        'What models answer where no rule does; `fail` fails the verification.',
      ),
    },
    flag: {
      group: 'How it behaves:',
      takes: 'name',
      help: `what models answer where no rule does: ${UNSCRIPTED.join(', ')}`,
      read: (flag, text) => oneOf(flag, text, UNSCRIPTED),
    },
  },
  anyModel: {
    inheritedBy: ['tenant', 'fork'],
    json: {
      schema: optional(v.boolean(), 'Answers for models that it does not have, such as `gpt-5`.'),
    },
    flag: {
      group: 'How it behaves:',
      help: 'answer for models that it does not have, such as gpt-5',
    },
  },
  validate: {
    inheritedBy: ['tenant', 'fork'],
    json: {
      schema: optional(
        v.picklist(['on', 'off']),
        '`off` answers conversations that the gateway would refuse.',
      ),
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
  readonly [Name in keyof TenantBehaviourOptions]-?: TenantOption<
    NonNullable<TenantBehaviourOptions[Name]>
  >;
};
