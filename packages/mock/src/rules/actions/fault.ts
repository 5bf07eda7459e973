import { didYouMean } from '@model-gateway/core/kit';
import { diagnostic } from '../../diagnostics.ts';
import { answerWithFault } from '../faults/answer-with-fault.ts';
import { WIRE_FAULTS, type WireFault } from '../faults/wire-fault.ts';
import type { Action, TimesOption } from '../action.ts';
import { readTimes } from '../read-times.ts';

/** Breaks an answer below HTTP or in its framing. */
export function fault<Fault extends WireFault>(
  name: Fault,
  { times }: TimesOption = {},
): Action<Fault> {
  checkFault(name);
  return {
    name: `fault-${name}`,
    times: readTimes(times),
    fault: name,
    skipsRules: true,
    answer: (context, next) => answerWithFault(name, context, next),
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
