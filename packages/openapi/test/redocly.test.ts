import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { it } from 'node:test';
import { GOLDEN_FILE } from './golden-document.ts';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));

/** Runs `redocly lint` as `pnpm lint:openapi` does; it asks the network for nothing. */
function lint(): Promise<{ code: number; findings: string }> {
  const manifest = createRequire(import.meta.url).resolve('@redocly/cli/package.json');
  const cli = fileURLToPath(new URL('bin/cli.js', `file://${manifest}`));
  const args = [cli, 'lint', '--format=json', fileURLToPath(GOLDEN_FILE)];
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: PACKAGE, env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : 1, findings: stdout || stderr });
    });
  });
}

it('has nothing that Redocly’s recommended rules object to', async () => {
  const { code, findings } = await lint();
  assert.equal(code, 0, findings);
  assert.deepEqual(JSON.parse(findings).problems, []);
});
