// System: starts the scripts of package.json.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { ROOT } from '../src/repository.ts';

const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));

describe('a script of the root package.json', () => {
  for (const [script, args, expected] of [
    ['start', ['--', '--help'], /^Usage: .* serve \[options\]/],
    ['gateway', ['--', 'serve', '--help'], /^Usage: model-gateway serve \[options\]/],
    ['test', ['--', 'no/such/path'], /^None of the \d+ test files has "no\/such\/path" in/],
  ] as const) {
    it(`runs for pnpm ${script} ${args.join(' ')} as without the --`, () => {
      const [, ...words] = scripts[script].split(' ');
      const options = { cwd: ROOT, encoding: 'utf8' } as const;
      const { stdout, stderr } = spawnSync(process.execPath, [...words, ...args], options);
      assert.match(stdout + stderr, expected);
    });
  }
});
