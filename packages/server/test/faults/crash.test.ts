// System: starts servers and crashes them.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { amount } from '../../../sql/test/support/long-tests.ts';
import { until } from '../../../sql/test/support/until.ts';
import { createDeployment } from '../support/deployment.ts';
import { askForImage } from '../support/requests.ts';

const CRASHES = new URL('../support/crash-on-signal.mjs', import.meta.url).href;

describe('a server that crashes', () => {
  const all = [
    [
      'an exception that nothing catches',
      'SIGUSR2',
      1,
      /thrown by a test with the key undefined\b/,
    ],
    ['a rejection that nothing handles', 'SIGWINCH', 1, /rejected by a test/],
    ['memory that is full', 'SIGIO', 'SIGABRT', /heap out of memory/],
  ] as const;
  // All ways are one to the report, and each takes a server.
  const crashes = all.slice(0, amount({ short: 1, long: all.length }));
  for (const [what, signal, end, says] of crashes) {
    it(`writes a report without keys, secrets and prompts: ${what}`, async () => {
      await using deployment = await createDeployment();
      const { key, openai, folder } = deployment;
      const server = await deployment.start({
        flags: [
          `--import=${CRASHES}`,
          '--max-old-space-size=150',
          '--report-on-fatalerror',
          '--report-uncaught-exception',
          `--report-directory=${folder}`,
        ],
      });
      assert.equal((await askForImage(server.url, key)).status, 200);
      openai.hold();
      const cut = askForImage(server.url, key, { stream: true }).then((response) =>
        response.text(),
      );
      const failed = assert.rejects(cut);
      await until('a stream to be open', () => openai.held === 1);
      server.signal(signal);
      assert.equal(await server.ended, end);
      await failed;
      assert.match(server.output(), says);
      const [report = '', ...others] = (await readdir(folder)).filter((name) =>
        name.startsWith('report.'),
      );
      assert.deepEqual(others, []);
      const written = await readFile(path.join(folder, report), 'utf8');
      const members = Object.keys(JSON.parse(written));
      assert.ok(members.includes('javascriptStack'));
      // Node's own report of a full memory has the environment, which holds no secret any more.
      if (end === 1) assert.ok(!members.includes('environmentVariables'));
      await deployment.expectNoSecrets();
    });
  }
});
