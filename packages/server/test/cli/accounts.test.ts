import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { initialized } from '../support/initialized.ts';

describe('credits and accounts', () => {
  const { json, refused, run } = initialized();

  it('credits have a history, whose last rows are shown', async () => {
    await json('credits grant --account books --amount 5 --note', 'first month');
    await json('credits grant --account books --amount -0.5');
    const { data } = await json('credits history --account books');
    const rows = data.map(({ kind, amount, note }: Record<string, unknown>) => [
      kind,
      amount,
      note,
    ]);
    assert.deepEqual(rows, [
      ['grant', '5.00', 'first month'],
      ['grant', '-0.50', null],
    ]);
    assert.ok(data.every(({ at }: { at: string }) => Date.parse(at) > 0));
    const last = await json('credits history --account books --limit 1');
    assert.deepEqual(last.data, data.slice(1));
    const first = await json(`credits history --account books --before ${last.next_before}`);
    assert.deepEqual([first.data, first.next_before], [data.slice(0, 1), null]);
    assert.match(await refused('credits history --account no'), /no credit account "no"/);
  });

  it('credits are disabled, enabled and deleted with an account that no key pays from', async () => {
    await json('credits grant --account closing --amount 5');
    const state = async () => (await json('credits show --account closing')).state;
    assert.deepEqual(await json('accounts disable closing'), {
      account: 'closing',
      disabled: true,
    });
    assert.equal(await state(), 'disabled');
    await json('accounts enable closing');
    assert.equal(await state(), 'active');
    const { hash } = await json('keys create --label payer --account closing');
    assert.match(
      await refused('accounts delete closing'),
      /^the key "payer" \([\da-f]{8}\) pays from "closing": delete its keys first, or model-gateway credits close --account closing$/,
    );
    await json('keys', 'delete', hash);
    assert.equal((await json('accounts delete closing')).deleted, true);
    assert.match(await refused('credits show --account closing'), /no credit account "closing"/);
    assert.match(await refused('accounts disable closing'), /no credit account/);
  });

  it('accounts are closed: disabled, and what is left is taken, in a history that stays', async () => {
    await json('credits grant --account ended --amount 5.25');
    const closed = { account: 'ended', closed: true, taken: '5.25' };
    assert.deepEqual(await json('credits close --account ended'), closed);
    const { state, balance } = await json('credits show --account ended');
    assert.deepEqual([state, balance], ['disabled', '0.00']);
    const { data } = await json('credits history --account ended');
    const last = data.at(-1);
    assert.deepEqual([last.amount, last.note], ['-5.25', 'closed']);
    assert.equal((await json('credits close --account ended')).taken, '0.00');
    const disabled = await json('accounts list --state disabled');
    assert.deepEqual(
      disabled.data.map(({ account }: { account: string }) => account),
      ['ended'],
    );
    assert.equal((await json('accounts list --limit 1')).next_offset, 1);
    assert.match(await refused('credits close --account no'), /no credit account "no"/);
  });

  it('credits are granted to an account that is opened, shown and audited', async () => {
    assert.deepEqual(await json('credits grant --account acme --amount 5.00'), {
      account: 'acme',
      balance: '5.00',
    });
    const opened = await run('credits grant --account acem --amount 5');
    assert.equal(opened.err, 'Opened the account "acem".');
    const again = await run('credits grant --account acem --amount 5');
    assert.equal(again.err, '');
    await json('credits grant --account acme --amount -0.123456');
    assert.equal((await json('credits show --account acme')).balance, '4.876544');
    assert.deepEqual(await json('credits audit --account acme'), {
      account: 'acme',
      balance: '4.876544',
      reserved: '0.00',
      movements: 2,
      balanced: true,
    });
    assert.match(
      await refused('credits grant --account acme --amount 1e3'),
      /--amount must be a decimal number of USD such as 5\.00, got 1e3/,
    );
    assert.match(await refused('credits show --account no'), /no credit account "no"/);
    assert.equal(
      await refused('credits grant --account no --amount -5'),
      'there is no credit account "no" to take from',
    );
  });
});
