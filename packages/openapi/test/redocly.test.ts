// System: starts the linter of Redocly.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { it } from 'node:test';
import { GOLDEN_FILE } from './golden-document.ts';

/** The document of the mock's control interface, created by the same code. */
const CONTROL_FILE = new URL('control-openapi.json', GOLDEN_FILE);

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));

/** Runs `redocly lint` as `pnpm lint:openapi` does, without network requests. */
function lint(document: URL): Promise<{ code: number; findings: string }> {
  const manifest = createRequire(import.meta.url).resolve('@redocly/cli/package.json');
  const cli = fileURLToPath(new URL('bin/cli.js', `file://${manifest}`));
  const args = [cli, 'lint', '--format=json', fileURLToPath(document)];
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

for (const document of [GOLDEN_FILE, CONTROL_FILE]) {
  const name = document.pathname.split('/').at(-1);
  it(`finds no violation of Redocly’s recommended rules in ${name}`, async () => {
    const { code, findings } = await lint(document);
    assert.equal(code, 0, findings);
    assert.deepEqual(JSON.parse(findings).problems, []);
  });
}
