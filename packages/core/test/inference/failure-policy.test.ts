import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FailureClass } from '@model-gateway/core';
import {
  errorOfAttempts,
  mayRepeat,
  type FailedAttempt,
} from '../../src/inference/attempts/failure-policy.ts';

/* What a client hears of providers that all failed. Source: contract §4.6. */

function anAttempt(failure: FailureClass, changes: Partial<FailedAttempt> = {}): FailedAttempt {
  return {
    provider: { slug: 'one', name: 'One' },
    failure,
    message: 'no',
    retryAfterMs: undefined,
    isDispatched: true,
    ms: 7,
    ...changes,
  };
}

const errorFor = (attempts: Parameters<typeof errorOfAttempts>[0]) =>
  errorOfAttempts(attempts, 'prompt');

const waits = (failure: FailureClass, retryAfterMs?: number) =>
  anAttempt(failure, { retryAfterMs });

describe('the error of several attempts', () => {
  it('names every attempt, and the provider that it speaks for', () => {
    const two = { slug: 'two', name: 'Two' };
    const { code, metadata } = errorFor([
      anAttempt('server'),
      anAttempt('overloaded', { provider: two, ms: 9 }),
    ]);
    assert.equal(code, 'providerOverloaded');
    assert.deepEqual(metadata, {
      provider_name: 'Two',
      attempts: [
        { provider: 'one', class: 'server', ms: 7 },
        { provider: 'two', class: 'overloaded', ms: 9 },
      ],
    });
  });

  const BY_PRECEDENCE = [
    'policy',
    'too-large',
    'rate-limited',
    'overloaded',
    'timeout',
    'server',
  ] as const;
  for (const [index, first] of BY_PRECEDENCE.entries()) {
    for (const other of BY_PRECEDENCE.slice(index + 1)) {
      it(`is that of ${first} before that of ${other}, in either order`, () => {
        const alone = errorFor([anAttempt(first)]).code;
        assert.equal(errorFor([anAttempt(first), anAttempt(other)]).code, alone);
        assert.equal(errorFor([anAttempt(other), anAttempt(first)]).code, alone);
      });
    }
  }

  it('speaks for the first of those that say the same', () => {
    const other = anAttempt('malformed', { provider: { slug: 'two', name: 'Two' } });
    const { metadata } = errorFor([anAttempt('server'), other]);
    assert.equal(metadata?.['provider_name'], 'One');
  });

  for (const [failure, path] of [
    ['parameter', 'body'],
    ['policy', 'prompt'],
    ['context', 'prompt'],
  ] as const) {
    it(`says why a request was refused, at the place: ${failure}`, () => {
      const { message, metadata } = errorFor([anAttempt(failure, { message: 'not that size' })]);
      const why = 'One refused the request: not that size';
      assert.equal(message, `Invalid request parameters: ${why}`);
      assert.deepEqual(metadata?.['issues'], [{ path, message: why }]);
      assert.equal(metadata['provider_name'], 'One');
    });
  }

  it('does not blame the client for what an adapter wrote', () => {
    const mistake = anAttempt('adapter', { message: 'it does not know stream_options' });
    const { code, message } = errorFor([mistake]);
    assert.equal(code, 'invalidRequest');
    assert.match(message, /: One does not take the request as this gateway writes it; the fault/);
    assert.equal(errorFor([mistake, anAttempt('server')]).code, 'providerFailed');
  });

  for (const [what, attempts, seconds] of [
    ['the smallest wait', [waits('rate-limited', 9000), waits('rate-limited', 4000)], '4'],
    ['whole seconds, rounded up', [waits('rate-limited', 4001)], '5'],
    ['a second at least', [waits('rate-limited', 0)], '1'],
    ['a wait of an overloaded one', [waits('overloaded', 1000)], '1'],
    ['a wait that another failure asked for', [waits('overloaded'), waits('server', 3000)], '3'],
    ['nothing when none was asked for', [waits('rate-limited')], undefined],
    ['nothing where waiting does not help', [waits('server', 3000)], undefined],
    ['nothing for a timeout', [waits('timeout', 3000)], undefined],
  ] as const) {
    it(`asks the client to wait for ${what}`, () => {
      const [first, ...others] = attempts;
      const { headers } = errorFor([first, ...others]);
      assert.equal(headers?.['retry-after'], seconds);
    });
  }
});

describe('the same endpoint is asked again', () => {
  const rows: readonly (readonly [string, FailedAttempt, boolean])[] = [
    ['after a server error that was not sent', anAttempt('server', { isDispatched: false }), true],
    ['after a server error that was sent, however soon it says', waits('server', 1000), false],
    ['after a time-out that was sent', waits('timeout', 0), false],
    ['after a load of two seconds', waits('overloaded', 2000), true],
    ['after a longer load', waits('overloaded', 2001), false],
    ['after a load that says no time', waits('rate-limited'), false],
    ['after an answer that made no sense', waits('generation'), true],
    ['after a refusal of the content', anAttempt('policy', { isDispatched: false }), false],
  ];
  for (const [what, attempt, may] of rows) {
    it(`${may ? 'once' : 'never'} ${what}`, () => assert.equal(mayRepeat(attempt), may));
  }
});
