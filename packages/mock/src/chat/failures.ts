import { didYouMean, quoteValue } from '@model-gateway/core/kit';
import { diagnostic } from '../diagnostics.ts';

/** An error of a provider, by its status or its name. */
export type FailureChoice = number | FailureName;

/** What an error answers with. */
export interface Failure {
  readonly status: number;
  readonly message?: string;
  /** Of the error's metadata. */
  readonly type?: string;
}

/** Names for errors of providers. */
export const FAILURES = {
  overloaded: { status: 529 },
  'rate-limit': { status: 429 },
  'out-of-credits': { status: 402 },
  'invalid-key': { status: 401 },
  'context-too-long': {
    status: 400,
    message: "Invalid request parameters: messages are longer than the model's context",
    type: 'context_length_exceeded',
  },
  'content-filter': {
    status: 400,
    message: 'The request was refused by the content policy of the provider',
    type: 'content_policy_violation',
  },
  'unknown-model': { status: 404, message: 'Model not found' },
  'too-large': { status: 413 },
} as const satisfies Readonly<Record<string, Failure>>;

/** The name of an error of a provider. */
export type FailureName = keyof typeof FAILURES;

/** Returns what an error answers with. Throws GW1206 for an unknown name or a status of no error. */
export function failureNamed(choice: FailureChoice): Failure {
  const known: Readonly<Record<string, Failure>> = FAILURES;
  const found = Object.hasOwn(known, choice) ? known[choice] : undefined;
  if (found !== undefined) return found;
  const status = Number.isInteger(choice) ? Number(choice) : 0;
  if (typeof choice === 'number' && status >= 400 && status <= 599) return { status };
  const names = Object.keys(FAILURES);
  const instead =
    typeof choice === 'string'
      ? `or name it: ${names.join(', ')}${didYouMean(choice, names)}`
      : 'for other answers use reply()';
  throw diagnostic(
    'GW1206',
    `the status of a failure must be 400 to 599, got ${quoteValue(choice)}; ${instead}`,
  );
}
