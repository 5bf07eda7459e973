import type { ProviderFailure } from '@model-gateway/core';
import { classifyError } from '../../http/classify.ts';
import type { FailureRule } from '../../http/failure-rules.ts';

const TOO_LONG =
  /input is too long|too many input tokens|prompt is too long|exceeds? the (?:maximum|model'?s).{0,30}(?:length|tokens|context)/i;
const NO_MODEL =
  /on-demand throughput isn.?t supported|model identifier is invalid|reached the end of its life/i;

/** A quota that is not back in a moment. */
const USED_UP = /^too many tokens per (?:day|month)/i;

/** What each kind of error means; with an answer it is in a header, within a stream its name. */
const KINDS: readonly (readonly [RegExp, FailureRule['is']])[] = [
  [/throttling|servicequotaexceeded/i, 'rate-limited'],
  [/modelnotready|serviceunavailable/i, 'overloaded'],
  [/modeltimeout/i, 'timeout'],
  [/accessdenied|expiredtoken|unrecognizedclient|signature|missingauthentication/i, 'credential'],
  [/resourcenotfound/i, 'model'],
  [/internalserver|modelstreamerror|modelerror/i, 'server'],
  [/validation/i, 'parameter'],
];

/** What errors of Bedrock mean beyond their status. */
export const CONVERSE_FAILURES: readonly FailureRule[] = [
  { message: TOO_LONG, is: 'context' },
  { message: USED_UP, is: 'credential' },
  { status: [400, 404], message: NO_MODEL, is: 'model' },
  { status: [504], is: 'timeout' },
  ...KINDS.flatMap(([kind, is]): readonly FailureRule[] => [
    { header: ['x-amzn-errortype', kind], is },
    { code: kind, is },
  ]),
];

/** Classifies an error within a stream, by the name of its kind. */
export function classifyException(kind: string, message: string): ProviderFailure {
  return classifyError({ code: kind, message }, CONVERSE_FAILURES);
}
