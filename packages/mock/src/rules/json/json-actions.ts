import type { Duration } from '../../clock/virtual-clock.ts';
import type { WireFault } from '../faults/wire-fault.ts';
import type { TimesOption } from '../action.ts';
import type { Reply } from '../actions/reply.ts';
import type { AnyOperation } from '../operation-types.ts';
import type { RuleTemplate } from '../rule-template.ts';
import type { Rule } from '../rule.ts';
import type { RuleJson } from './rule-json-schema.ts';

export type ActionName = Exclude<keyof RuleJson, 'id' | 'on' | 'where'>;

type Template = RuleTemplate<AnyOperation>;

type JsonActions = {
  readonly [Name in ActionName]: (
    template: Template,
    given: NonNullable<RuleJson[Name]>,
  ) => Rule<WireFault>;
};

/** What each action of a rule in JSON is in code, which checks what the schema does not. */
export const JSON_ACTIONS: JsonActions = {
  fail(template, given) {
    const failure = typeof given === 'number' ? { status: given } : given;
    return template.fail(failure.status, { ...failureOptions(failure), times: failure.times });
  },
  fail_always(template, given) {
    const failure = typeof given === 'number' ? { status: given } : given;
    return template.failAlways(failure.status, failureOptions(failure));
  },
  // Text that is no span of time is refused there.
  delay: (template, given) => template.delay(given.duration as Duration, timesOf(given)),
  reply(template, given) {
    const { times: _times, ...reply } = given;
    // JSON together with text is refused there.
    return template.reply(reply as Reply, timesOf(given));
  },
  fault(template, given) {
    const named = typeof given === 'string' ? { fault: given } : given;
    return template.fault(named.fault, timesOf(named));
  },
  end(template, given) {
    if (typeof given === 'string') return template.end(given);
    const { ending, error, after_events: afterEvents, after_bytes: afterBytes } = given;
    return template.end(ending, { error, afterEvents, afterBytes, ...timesOf(given) });
  },
};

export function actionFromJson(
  name: ActionName,
  template: Template,
  rule: Pick<RuleJson, ActionName>,
): Rule<WireFault> {
  // Each of them is given the member that has its name.
  const act = JSON_ACTIONS[name] as (template: Template, given: unknown) => Rule<WireFault>;
  return act(template, rule[name]);
}

function failureOptions(given: Exclude<NonNullable<RuleJson['fail_always']>, number>) {
  const { after_ms: afterMs, retry_after: retryAfter, message, metadata, headers } = given;
  return { afterMs, retryAfter, message, metadata, headers };
}

function timesOf({ times }: { readonly times?: number | 'always' | undefined }): TimesOption {
  return { times: times === 'always' ? Infinity : times };
}
