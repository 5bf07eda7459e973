import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Command } from 'commander';
import { defineServe, readServeOptions } from '../../src/cli/serve-options.ts';

/** Reads the options as the command line does. */
function read(args: readonly string[]) {
  const program = new Command().exitOverride().configureOutput({ outputError() {} });
  for (const other of ['record', 'check']) program.command(other);
  const serve = defineServe(program);
  program.parse(['serve', ...args], { from: 'user' });
  return readServeOptions(serve);
}

describe('options of serve', () => {
  it('has defaults, and leaves the rest to the mock', () => {
    assert.deepEqual(read([]), {
      port: 4010,
      host: '127.0.0.1',
      allowedHosts: [],
      basePath: '/v1',
      publicCatalog: false,
      forwardTelemetry: false,
      strict: false,
      anyModel: false,
      control: true,
      fixtureFiles: undefined,
      quiet: false,
    });
  });

  const wrong = [
    [['--port', '65536'], /--port must be a whole number from 0 to 65535, got "65536"/],
    [['--port', '-1'], /--port/],
    [['--seed', '1.5'], /--seed must be a whole number/],
    [['--models', '1e3'], /--models must be a whole number/],
    [
      ['--world', 'silver'],
      /--world must be golden, empty, tiny, huge or generated, got "silver"$/,
    ],
    [['--world', 'goldn'], /, got "goldn"; did you mean "golden"\?$/],
    [['--preset', 'flaky,slwo'], /--preset must be flaky, .*, got "slwo"; did you mean "slow"\?$/],
    [['--control-token', 'has space'], /--control-token must be 1 to 8192 visible ASCII/],
    [['--control-token', 'a-token', '--no-control'], /leave out --no-control/],
    [['--dialect', 'french'], /--dialect must be gateway or openrouter, got "french"/],
    [['--api-key', 'has space'], /--api-key must be 1 to 8192 visible ASCII characters/],
    [['--management-key', ''], /--management-key must be/],
    [['--base-path', 'v1'], /--base-path must look like \/v1/],
    [['--base-path', '/v1?x'], /--base-path must look like \/v1/],
    [['--catalog', 'a.json', '--models', '5'], /--catalog brings its own models/],
    [['--catalog', 'a.json', '--world', 'golden'], /--catalog brings its own models/],
    [['--fixtures-mode', 'replay'], /--fixtures-mode and --fixtures-speed need --fixtures/],
    [
      ['--fixtures', 'a', '--fixtures-mode', 'record'],
      /--fixtures-mode must be replay or replay-or-mock/,
    ],
    [
      ['--fixtures', 'a', '--fixtures-speed', '0'],
      /--fixtures-speed must be a number above 0, or max/,
    ],
    [['--models', '-5'], /--models must be a whole number from 0 to 1000000, got "-5"$/],
    [['--latency', 'slwo'], /--latency must be none, fast, .*, got "slwo"; did you mean "slow"\?$/],
    [['--latency', '3s-1s'], /--latency must be .*, a time such as 250ms, or a range/],
    [['--latency', '250'], /--latency must be/],
    [['--prot', '1'], /unknown option '--prot'\n\(Did you mean --port\?\)/],
    [['-x'], /unknown option '-x'/],
    [['--port'], /option '-p, --port <number>' argument missing/],
    [['extra'], /serve takes options only, got "extra"$/],
    [['--', '--port', '1'], /got "--port": leave out the -- before it, which ends the options$/],
    [['record'], /serve takes options only, got "record"; record is a command of its own/],
  ] as const;
  for (const [args, message] of wrong) {
    it(`refuses ${args.join(' ')}`, () => {
      assert.throws(() => read(args), message);
    });
  }

  it('takes several patterns of fixtures, and max for their speed', () => {
    const args = ['--fixtures', 'a', '--fixtures', 'b', '--fixtures-speed', 'max'];
    const { fixtureFiles, fixturesSpeed } = read(args);
    assert.deepEqual([fixtureFiles, fixturesSpeed], [['a', 'b'], Infinity]);
  });

  for (const [given, latency] of [
    ['slow', 'slow'],
    ['250ms', 250],
    ['1s-3s', [1000, 3000]],
    ['2s-2s', 2000],
  ] as const) {
    it(`takes ${given} as the latency`, () => {
      assert.deepEqual(read(['--latency', given]).latency, latency);
    });
  }

  it('has short names', () => {
    const args = ['-p', '0', '-s', '9', '-m', '5', '-w', 'generated', '-l', 'fast', '-q'];
    const { port, seed, models, world, latency, quiet } = read(args);
    assert.deepEqual(
      [port, seed, models, world, latency, quiet],
      [0, 9, 5, 'generated', 'fast', true],
    );
    assert.deepEqual(read(['-c', 'a.json']).catalog, 'a.json');
    assert.deepEqual(read(['-f', 'a', '-f', 'b']).fixtureFiles, ['a', 'b']);
  });

  it('takes several presets, and a control token', () => {
    const args = ['--preset', 'flaky,broke', '--control-token', 'a-token-for-tests'];
    const { preset, control } = read(args);
    assert.deepEqual(preset, ['flaky', 'broke']);
    assert.deepEqual(control, { token: 'a-token-for-tests' });
    assert.equal(read(['--no-control']).control, false);
  });

  for (const [given, path] of [
    ['/', ''],
    ['/v1/', '/v1'],
    ['/api/v1', '/api/v1'],
  ] as const) {
    it(`takes ${given} as the base path "${path}"`, () => {
      assert.equal(read(['--base-path', given]).basePath, path);
    });
  }
});
