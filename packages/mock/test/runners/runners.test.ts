// System: starts node:test, Vitest, Jest and Playwright; all examples but the last are short.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { programOf, runRunner } from './run-runner.ts';

const SOURCE = ['--import', 'tsx', '--conditions=@model-gateway/source'];

describe("the requests of a failed test's tenant", () => {
  it('are in the diagnostics of node:test', async () => {
    const { code, output } = await runRunner(
      ...SOURCE,
      '--test',
      '--test-reporter=spec',
      'node-test.ts',
    );
    assert.equal(code, 1);
    assert.match(output, /ℹ mock gateway, tenant "t2":\n *ℹ #1 GET \/v1\/models\?limit=2 → 200/);
    assert.match(output, /swallows an error[^]*GET \/v1\/model; did you mean[^]*\[GW1304\]/);
    assert.match(output, /ℹ pass 1\nℹ fail 2\n/);
  });

  it('are in the error that Vitest shows', async () => {
    const vitest = programOf('vitest', 'vitest.mjs');
    const { code, output } = await runRunner(...SOURCE, vitest, 'run');
    assert.equal(code, 1);
    assert.match(
      output,
      /expected 200 to be 404.*\n\nmock gateway, tenant "t2":\n#1 GET \/v1\/models\?limit=2 → 200/,
    );
    assert.match(
      output,
      /swallows an error\nError: 1 request[^]*matched no operation[^]*\[GW1304\]/,
    );
    assert.match(output, /Tests {2}2 failed \| 2 passed/);
  });

  it('are in the error that Jest shows', async () => {
    const config = JSON.stringify({
      rootDir: '.',
      testMatch: ['**/jest.spec.ts'],
      transform: { '\\.ts$': './jest-transform.ts' },
      extensionsToTreatAsEsm: ['.ts'],
      testEnvironmentOptions: { customExportConditions: ['@model-gateway/source', 'node'] },
    });
    const jest = programOf('jest', 'bin/jest.js');
    const { code, output } = await runRunner('--experimental-vm-modules', jest, '--config', config);
    assert.equal(code, 1);
    assert.match(
      output,
      /Received: 200\n\n +mock gateway, tenant "t2":\n +#1 GET \/v1\/models\?limit=2/,
    );
    assert.match(output, /✗ query\.limit[^]*mock gateway, tenant "t3":/);
    assert.match(output, /swallows an error\n\n +1 request[^]*matched no operation[^]*\[GW1304\]/);
    assert.match(output, /Tests: +3 failed, 1 passed/);
  });

  it('are attached to the test in Playwright', async () => {
    const playwright = programOf('@playwright/test', 'cli.js');
    const { code, output } = await runRunner(
      '--conditions=@model-gateway/source',
      playwright,
      'test',
      '--reporter=list',
      '--workers=1',
    );
    assert.equal(code, 1);
    assert.match(
      output,
      /attachment #1: mock gateway \(text\/plain\)[^]*#1 GET \/v1\/models\?limit=2/,
    );
    assert.match(output, /swallows an error[^]*matched no operation[^]*\[GW1304\]/);
    assert.match(output, /2 failed[^]*2 passed/);
  });
});
