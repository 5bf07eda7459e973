import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readServeOptions } from '../../src/cli/serve-options.ts';

describe('options of serve', () => {
  it('has defaults for everything', () => {
    assert.deepEqual(readServeOptions([]), {
      port: 4010,
      host: '127.0.0.1',
      allowedHosts: [],
      seed: undefined,
      models: undefined,
      world: undefined,
      catalog: undefined,
      preset: undefined,
      apiKey: undefined,
      managementKey: undefined,
      basePath: '/v1',
      publicCatalog: false,
      strict: false,
      dialect: undefined,
      control: true,
      fixtureFiles: undefined,
      fixturesMode: undefined,
      fixturesSpeed: undefined,
      quiet: false,
      help: false,
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
    [['--control-token', 'has space'], /--control-token must be 1 to 512 visible ASCII/],
    [['--control-token', 'a-token', '--no-control'], /leave out --no-control/],
    [['--dialect', 'french'], /--dialect must be gateway or openrouter, got "french"/],
    [['--api-key', 'has space'], /--api-key must be 1 to 512 visible ASCII characters/],
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
    [['--prot', '1'], /Unknown option '--prot'/],
    [['extra'], /Unexpected argument 'extra'/],
  ] as const;
  for (const [args, message] of wrong) {
    it(`refuses ${args.join(' ')}`, () => {
      assert.throws(() => readServeOptions(args), message);
    });
  }

  it('takes several patterns of fixtures, and max for their speed', () => {
    const args = ['--fixtures', 'a', '--fixtures', 'b', '--fixtures-speed', 'max'];
    const { fixtureFiles, fixturesSpeed } = readServeOptions(args);
    assert.deepEqual([fixtureFiles, fixturesSpeed], [['a', 'b'], Infinity]);
  });

  it('takes several presets, and a control token', () => {
    const args = ['--preset', 'flaky,broke', '--control-token', 'a-token-for-tests'];
    const { preset, control } = readServeOptions(args);
    assert.deepEqual(preset, ['flaky', 'broke']);
    assert.deepEqual(control, { token: 'a-token-for-tests' });
    assert.equal(readServeOptions(['--no-control']).control, false);
  });

  for (const [given, path] of [
    ['/', ''],
    ['/v1/', '/v1'],
    ['/api/v1', '/api/v1'],
  ] as const) {
    it(`takes ${given} as the base path "${path}"`, () => {
      assert.equal(readServeOptions(['--base-path', given]).basePath, path);
    });
  }
});
