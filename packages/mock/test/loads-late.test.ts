import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'node:test';

const PROGRAM = `
  const { createMockGateway } = await import('@model-gateway/mock');
  console.log(JSON.stringify(process.moduleLoadList));
`;

/** What a program of its own has of Node once the mock is imported. */
function loaded(): readonly string[] {
  const flags = ['--conditions=@model-gateway/source', '--input-type=module', '--no-warnings'];
  const cwd = fileURLToPath(new URL('.', import.meta.url));
  const { NODE_OPTIONS: _, ...env } = process.env;
  const printed = execFileSync(process.execPath, [...flags, '-e', PROGRAM], { cwd, env });
  return JSON.parse(printed.toString());
}

describe('importing the mock', () => {
  const modules = loaded();

  for (const [name, use] of [
    ['zlib', 'forwards telemetry'],
    ['crypto', 'hashes a key'],
    ['internal/crypto/webcrypto', 'draws an id'],
    ['http', 'listens'],
  ]) {
    it(`leaves node's ${name} to the first use that ${use}`, () => {
      assert.ok(modules.includes('NativeModule path'), 'the list has what is loaded');
      assert.ok(!modules.includes(`NativeModule ${name}`));
    });
  }
});
