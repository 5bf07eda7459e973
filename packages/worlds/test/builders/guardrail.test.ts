import assert from 'node:assert/strict';
import { it } from 'node:test';
import { assignment, guardrail } from '@model-gateway/worlds';

it('guardrail() limits nothing that is left out, and has the id that assignments name', () => {
  assert.deepEqual(guardrail({ name: 'cheap', usd: '5.0', reset: 'daily' }), {
    id: assignment({ guardrail: 'cheap' }).guardrail_id,
    accountId: 'org_mock',
    name: 'cheap',
    allowedModels: null,
    allowedProviders: null,
    zdr: false,
    usd: '5',
    reset: 'daily',
  });
  assert.equal(guardrail().id, assignment().guardrail_id);
});

it('guardrail() refuses an invalid one, with all that is wrong', () => {
  for (const [spec, message] of [
    [{ usd: '-1' }, /guardrail\(\): .*usd/],
    [{ reset: 'daily' }, /needs an amount/],
    [{ name: 'x', allowedModels: [] }, /guardrail\("x"\): allowedModels/],
    [{ zdr: 'yes', reset: 'hourly' }, /zdr[^]*reset/],
    [{ providers: ['a'] }, /providers is unknown/],
    ['x', /expected an object/],
  ] as const) {
    // Input that the types refuse, as JavaScript and JSON may pass it.
    assert.throws(() => guardrail(spec as never), message);
  }
});
