import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { describe, it } from 'node:test';
import { command } from '../support/command.ts';

describe('a command line', () => {
  const wrong = [
    [['kys'], 'model-gateway: unknown command \'kys\'; did you mean "keys"?'],
    [['keys', 'craete'], 'model-gateway: unknown command \'craete\'; did you mean "create"?'],
    [
      ['keys', 'rename', 'a'],
      "model-gateway: unknown command 'rename'; there are create, list, show, update, rotate, disable, enable, delete",
    ],
    [
      ['credits', 'debit'],
      "model-gateway: unknown command 'debit'; there are grant, show, history, audit, close",
    ],
    [['keys'], 'model-gateway: keys needs another command; model-gateway keys --help lists them'],
    [['serve', '--prot', '1'], "model-gateway: unknown option '--prot'; did you mean --port?"],
    [
      ['serve', '--port', 'x'],
      "model-gateway: option '-p, --port <number>' argument 'x' is invalid. expected a whole number from 0 to 65535",
    ],
    [
      ['serve', '--', '--port', '0'],
      "model-gateway: too many arguments for 'serve'. Expected 0 arguments but got 2: leave out the --, which ends the options",
    ],
    [
      ['keys', 'create', '--label', 'x', '--account', 'shop', '--no-account'],
      'model-gateway: --account <id> and --no-account contradict each other',
    ],
    [['keys', 'create'], "model-gateway: required option '--label <text>' not specified"],
  ] as const;
  for (const [args, says] of wrong) {
    it(`that is invalid exits with 2: ${args.join(' ')}`, async () => {
      assert.deepEqual(await command(tmpdir(), args), { code: 2, out: '', err: says });
    });
  }

  it('without a configuration says how to make one', async () => {
    const { code, err } = await command(tmpdir(), ['keys', 'list', '--config', 'none.yaml']);
    assert.equal(code, 1);
    assert.match(err, /none\.yaml: no such file; "model-gateway init" writes one/);
  });

  for (const args of [['--help'], ['keys', '--help'], ['keys', 'create', '--help'], []]) {
    it(`prints help for "${args.join(' ')}"`, async () => {
      const { code, out, err } = await command(tmpdir(), args);
      assert.deepEqual([code, err], [0, '']);
      assert.match(out, /^Usage: model-gateway/);
    });
  }

  it('prints its version', async () => {
    assert.match((await command(tmpdir(), ['--version'])).out, /^\d+\.\d+\.\d+/);
  });
});
