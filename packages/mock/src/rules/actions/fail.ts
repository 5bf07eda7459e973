import type { ERRORS } from '@model-gateway/core';
import { finishResponse, requestIdOf } from '@model-gateway/core/http';
import * as v from 'valibot';
import { failureNamed, messageOf, type FailureName } from '../../chat/failures.ts';
import { toMilliseconds } from '../../clock/duration.ts';
import { diagnostic } from '../../diagnostics.ts';
import type { Action, TimesOption } from '../action.ts';
import { pause } from '../pause.ts';
import { members, NUMBER, shorthand, STATUS, TEXT, TEXTS } from './forms.ts';
import { readTimes } from '../read-times.ts';
import { defineAction } from './define-action.ts';
import { injectedError, type InjectedErrorOptions } from './injected-error.ts';
import { checkRetryAfter } from '../../http/retry-headers.ts';

/** A status of the API's error table, any other from 400 to 599, or the name of an error. */
export type FailureStatus =
  | (typeof ERRORS)[keyof typeof ERRORS]['status']
  | (number & {})
  | FailureName;

/** Options of a failure of every request. */
export interface FailAlwaysOptions extends InjectedErrorOptions {
  /** Milliseconds on the tenant's clock before the answer. */
  readonly afterMs?: number | undefined;
}

/** Options of a failure of this many requests. */
export interface FailOptions extends FailAlwaysOptions, TimesOption {}

const FAILURE = {
  status: STATUS,
  after_ms: v.optional(NUMBER),
  message: v.optional(TEXT),
  metadata: v.optional(v.record(TEXT, v.unknown(), 'must be an object')),
  headers: v.optional(TEXTS),
  retry_after: v.optional(
    v.union([NUMBER, v.literal('realistic')], 'must be seconds, or "realistic"'),
  ),
};

const OPTIONS = {
  afterMs: true,
  message: true,
  metadata: true,
  headers: true,
  retryAfter: true,
} as const;

export const FAIL = defineAction({
  options: { ...OPTIONS, times: true },
  create: fail,
  schema: shorthand(STATUS, members({ ...FAILURE, times: v.optional(NUMBER) })),
  fromJson(json) {
    if (typeof json !== 'object') return [json];
    return [json.status, { ...optionsFromJson(json), times: json.times }];
  },
  toJson: (status, { times, ...options } = {}) => ({ ...failureToJson(status, options), times }),
});

export const FAIL_ALWAYS = defineAction({
  options: OPTIONS,
  create: failAlways,
  schema: shorthand(STATUS, members(FAILURE)),
  fromJson: (json) => (typeof json !== 'object' ? [json] : [json.status, optionsFromJson(json)]),
  toJson: (status, options = {}) => failureToJson(status, options),
});

const FailureSchema = v.object(FAILURE);
type FailureJson = v.InferInput<typeof FailureSchema>;

function optionsFromJson(json: FailureJson): FailAlwaysOptions {
  const { after_ms: afterMs, retry_after: retryAfter, message, metadata, headers } = json;
  return { afterMs, retryAfter, message, metadata, headers };
}

function failureToJson(
  status: FailureStatus,
  { afterMs, retryAfter, message, metadata, headers }: FailAlwaysOptions,
): FailureJson {
  return {
    status,
    after_ms: afterMs,
    retry_after: retryAfter,
    message,
    metadata: metadata && { ...metadata },
    headers: headers && { ...headers },
  };
}

/** Fails one request, or `times`. */
export function fail(status: FailureStatus, { times, ...options }: FailOptions = {}): Action {
  if (times === Infinity) {
    throw diagnostic(
      'GW1205',
      'fail() takes a number of times; to fail every request use failAlways()',
    );
  }
  return failing('fail', status, readTimes(times), options);
}

/** Fails every request until the rule is removed. */
function failAlways(status: FailureStatus, options: FailAlwaysOptions = {}): Action {
  return failing('failAlways', status, Infinity, options);
}

function failing(
  action: 'fail' | 'failAlways',
  given: FailureStatus,
  times: number,
  { afterMs = 0, ...options }: FailAlwaysOptions,
): Action {
  const failure = failureNamed(given);
  const { status, type } = failure;
  checkRetryAfter(options.retryAfter);
  const milliseconds = toMilliseconds(afterMs);
  const metadata = options.metadata ?? (type === undefined ? undefined : { error_type: type });
  return {
    name: `${action === 'fail' ? 'fail' : 'fail-always'}-${status}`,
    times,
    does: { action, status, delayMs: milliseconds },
    async answer(context) {
      await pause(context, milliseconds);
      const { request, operation } = context;
      const message = options.message ?? messageOf(failure, operation, await context.json());
      const response = injectedError(status, { ...options, message, metadata }, context);
      return finishResponse(request, response, requestIdOf(request));
    },
  };
}
