import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DIAGNOSTICS as FIXTURES } from '@model-gateway/fixtures';
import { DIAGNOSTICS } from '../../src/diagnostics.ts';
import { runMock } from './run-mock.ts';

describe('model-gateway-mock explain', () => {
  it('says what a code is about and what to do, however it is written', async () => {
    const { title, fix } = DIAGNOSTICS.GW1301;
    const runs = await Promise.all(
      ['GW1301', '[gw1301]', '1301'].map((arg) => runMock('explain', arg)),
    );
    for (const { code, stdout } of runs) {
      assert.equal(code, 0);
      assert.ok(stdout.startsWith(`GW1301: ${title}\n\n`));
      assert.ok(stdout.replaceAll('\n', ' ').includes(`Fix: ${fix}`));
    }
  });

  it('knows the codes of fixtures', async () => {
    const { stdout } = await runMock('explain', 'GW2001');
    assert.ok(stdout.startsWith(`GW2001: ${FIXTURES.GW2001.title}\n`));
  });

  it('lists all codes', async () => {
    const { code, stdout } = await runMock('explain');
    assert.equal(code, 0);
    const listed = stdout.split('\n').map((line) => line.split('  ')[0]);
    for (const known of Object.keys({ ...DIAGNOSTICS, ...FIXTURES })) {
      assert.ok(listed.includes(known), known);
    }
  });

  it('says which code was probably meant', async () => {
    const { code, stderr } = await runMock('explain', 'GW13O1');
    assert.equal(code, 1);
    assert.equal(
      stderr,
      'model-gateway-mock: unknown diagnostic "GW13O1"; did you mean "GW1301"?\n',
    );
  });

  it('says where to look when nothing is near', async () => {
    const { stderr } = await runMock('explain', 'E_NOT_OURS');
    assert.match(
      stderr,
      /unknown diagnostic "E_NOT_OURS"; "npx @model-gateway\/mock explain" lists/,
    );
  });
});

describe('every diagnostic', () => {
  for (const [code, { title, explanation, fix }] of Object.entries(DIAGNOSTICS)) {
    it(`${code} has a title without a period and whole sentences`, () => {
      assert.match(title, /^[^.]+$/);
      for (const text of [explanation, fix]) assert.match(text, /^\S.*[.)]$/s);
    });
  }
});
