// System: starts servers and waits for them.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import path from 'node:path';
import { it } from 'node:test';
import { until } from '../../../sql/test/support/until.ts';
import { createDeployment } from '../support/deployment.ts';
import { command } from '../support/command.ts';
import { askForImage, askForModels } from '../support/requests.ts';

it('a backup that is made while the server runs is restored with keys, and credits that add up', async () => {
  await using deployment = await createDeployment();
  const { key, folder } = deployment;
  const first = await deployment.start();
  const load = Array.from({ length: 10 }, () => askForImage(first.url, key));
  const database = new DatabaseSync(path.join(folder, 'gateway.db'));
  database.exec(`vacuum into '${path.join(folder, 'backup.db')}'`);
  database.close();
  for (const response of await Promise.all(load)) assert.equal(response.status, 200);
  first.signal('SIGTERM');
  assert.equal(await first.ended, 0);

  await rename(path.join(folder, 'backup.db'), path.join(folder, 'gateway.db'));
  const second = await deployment.start();
  assert.equal((await askForImage(second.url, key)).status, 200);
  const account = (await deployment.run('credits audit --account default')) as {
    balanced: boolean;
  };
  assert.equal(account.balanced, true);
});

it('a key is replaced while the server runs: the old one is refused once it is disabled', async () => {
  await using deployment = await createDeployment();
  const server = await deployment.start();
  const made = (await deployment.run('keys create --label next --account default')) as {
    key: string;
  };
  assert.equal(await askForModels(server.url, made.key), 200);
  const { data } = (await deployment.run('keys list')) as {
    data: { hash: string; label: string }[];
  };
  const old = data.find(({ label }) => label === 'first key') ?? assert.fail();
  await deployment.run(`keys disable ${old.hash}`);
  await until(
    'the old key to be refused',
    async () => (await askForModels(server.url, deployment.key)) === 401,
  );
  assert.equal(await askForModels(server.url, made.key), 200);
});

it('a provider’s key is replaced by its file and SIGHUP', async () => {
  await using deployment = await createDeployment();
  const { folder, file, openai, key } = deployment;
  await writeFile(path.join(folder, 'provider-key'), 'sk-of-last-year\n');
  await writeFile(
    file,
    `providers: [{ kind: openai, baseUrl: '${openai.baseUrl}', apiKey: { file: provider-key } }]
secrets: { keys: { env: MODEL_GATEWAY_SECRET_KEYS } }
egress: { allowOrigins: ['${openai.origin}'] }
`,
  );
  const server = await deployment.start();
  assert.equal((await askForImage(server.url, key)).status, 502);
  await writeFile(path.join(folder, 'provider-key'), `${openai.fake.apiKey}\n`);
  server.signal('SIGHUP');
  await server.printed(/"configuration reloaded"/);
  assert.equal((await askForImage(server.url, key)).status, 200);
});

it('the key of secrets is replaced: both, then rotate-secrets, then the new one alone', async () => {
  await using deployment = await createDeployment();
  const { folder } = deployment;
  await writeFile(deployment.file, 'secrets: { keys: { env: KEYS } }\n');
  const next = `k2:${randomBytes(32).toString('base64')}`;
  const list = (keys: string) =>
    command(folder, ['destinations', 'list', '--json'], { KEYS: keys });
  assert.match((await list(next)).err, /k1/);

  const rotate = ['destinations', 'rotate-secrets', '--json'];
  const both = { KEYS: `${next},${deployment.secretKeys}` };
  assert.deepEqual(JSON.parse((await command(folder, rotate, both)).out), { changed: 1 });
  assert.equal((await list(next)).code, 0);
  assert.match((await list(deployment.secretKeys)).err, /k2/);
});
