import * as v from 'valibot';
import { didYouMean } from '@model-gateway/core/kit';
import { diagnostic } from '../../diagnostics.ts';
import { answerWithFault } from '../faults/answer-with-fault.ts';
import { WIRE_FAULTS, type WireFault } from '../wire-fault.ts';
import type { Action, TimesOption } from '../action.ts';
import { members, oneOf, shorthand, TIMES, timesFromJson, timesToJson } from './forms.ts';
import { readTimes } from '../read-times.ts';
import { defineAction } from './define-action.ts';

export const FAULT = defineAction({
  options: { times: true },
  create: fault<WireFault>,
  schema: shorthand(
    oneOf(WIRE_FAULTS),
    members({ fault: oneOf(WIRE_FAULTS), times: v.optional(TIMES) }),
  ),
  fromJson: (json) => (typeof json === 'string' ? [json] : [json.fault, timesFromJson(json)]),
  toJson: (name, { times } = {}) => ({ fault: name, times: timesToJson(times) }),
});

/** Breaks an answer below HTTP or in its framing. */
function fault<Fault extends WireFault>(name: Fault, { times }: TimesOption = {}): Action<Fault> {
  checkFault(name);
  return {
    name: `fault-${name}`,
    times: readTimes(times),
    does: { action: 'fault', kind: name, delayMs: 0 },
    fault: name,
    skipsRules: true,
    answer(context, next) {
      context.isBroken = true;
      context.isByEvent = true;
      return answerWithFault(name, context, next);
    },
  };
}

function checkFault(name: string): void {
  const known: readonly string[] = WIRE_FAULTS;
  if (known.includes(name)) return;
  throw diagnostic(
    'GW1209',
    `a wire fault must be one of ${known.join(', ')}, got ${JSON.stringify(name)}` +
      didYouMean(name, known),
  );
}
