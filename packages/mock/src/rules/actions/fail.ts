import type { ERRORS } from '@model-gateway/core';
import { finishResponse, requestIdOf } from '@model-gateway/core/http';
import { toMilliseconds } from '../../clock/duration.ts';
import { diagnostic } from '../../diagnostics.ts';
import type { Action, TimesOption } from '../action.ts';
import { pause } from '../pause.ts';
import { readTimes } from '../read-times.ts';
import { injectedError, type InjectedErrorOptions } from './injected-error.ts';
import { checkRetryAfter } from '../../http/retry-headers.ts';

/** A status of the API's error table, or any other from 400 to 599. */
export type FailureStatus = (typeof ERRORS)[keyof typeof ERRORS]['status'] | (number & {});

export interface FailAlwaysOptions extends InjectedErrorOptions {
  /** Milliseconds on the tenant's clock before the answer. */
  readonly afterMs?: number | undefined;
}

export interface FailOptions extends FailAlwaysOptions, TimesOption {}

/** Fails one request, or `times`. */
export function fail(status: FailureStatus, { times, ...options }: FailOptions = {}): Action {
  if (times === Infinity) {
    throw diagnostic(
      'GW1205',
      'fail() takes a number of times; to fail every request use failAlways()',
    );
  }
  return failing(`fail-${status}`, status, readTimes(times), options);
}

/** Fails every request until the rule is removed. */
export function failAlways(status: FailureStatus, options: FailAlwaysOptions = {}): Action {
  return failing(`fail-always-${status}`, status, Infinity, options);
}

function failing(
  name: string,
  status: number,
  times: number,
  { afterMs = 0, ...options }: FailAlwaysOptions,
): Action {
  if (!(Number.isInteger(status) && status >= 400 && status <= 599)) {
    throw diagnostic(
      'GW1206',
      `the status of a failure must be 400 to 599, got ${String(status)}; for other answers use reply()`,
    );
  }
  checkRetryAfter(options.retryAfter);
  const milliseconds = toMilliseconds(afterMs);
  return {
    name,
    times,
    async answer(context) {
      await pause(context, milliseconds);
      const { request } = context;
      return finishResponse(request, injectedError(status, options, context), requestIdOf(request));
    },
  };
}
