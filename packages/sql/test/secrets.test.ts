import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import {
  createSecretBox,
  openStores,
  SealError,
  type StoreReport,
  type Stores,
} from '@model-gateway/sql';
import { temporaryFolder } from './support/temporary-folder.ts';

const ONE = { id: 'one', key: Buffer.alloc(32, 1) };
const TWO = { id: 'two', key: Buffer.alloc(32, 2).toString('base64') };
const CANARY = 'canary-in-a-cage';
const WANTED = {
  accountId: 'org_1',
  workspaceId: '10000000-0000-4000-8000-000000009001',
  name: 'Sink',
  type: 'datadog',
  config: { apiKey: `${CANARY}-1`, mlApp: 'app', headers: { 'x-token': `${CANARY}-2` } },
};

describe('a secret box', () => {
  const box = createSecretBox([TWO, ONE]);

  it('seals with its first key, differently each time, and opens with every key', async () => {
    const sealed = await box.seal('text ✓', 'here');
    assert.match(sealed, /^mg1\.two\.[\w-]{16}\.[\w-]+$/);
    assert.notEqual(await box.seal('text ✓', 'here'), sealed);
    assert.equal(await box.open(sealed, 'here'), 'text ✓');
    const older = await createSecretBox([ONE]).seal('older', 'here');
    assert.equal(await box.open(older, 'here'), 'older');
  });

  it('does not open a value that was moved, changed, sealed with another key, or never sealed', async () => {
    const sealed = await box.seal('text', 'here');
    const last = sealed.at(-1) === 'A' ? 'B' : 'A';
    const other = createSecretBox([{ id: 'two', key: Buffer.alloc(32, 9) }]);
    await assert.rejects(box.open(sealed, 'there'), SealError);
    await assert.rejects(box.open(`${sealed.slice(0, -2)}${last}${last}`, 'here'), SealError);
    await assert.rejects(box.open(sealed.replace('two', 'six'), 'here'), /the key "six"/);
    await assert.rejects(other.open(sealed, 'here'), /the key is another one by that name/);
    await assert.rejects(box.open('text', 'here'), /should be sealed/);
  });

  for (const [what, keys] of [
    ['without a key', []],
    ['with a short key', [{ id: 'a', key: 'AAAA' }]],
    ['with a name that has a dot', [{ id: 'a.b', key: ONE.key }]],
    ['with two keys of one name', [ONE, ONE]],
  ] as const) {
    it(`cannot be made ${what}`, () => {
      assert.throws(() => createSecretBox(keys), TypeError);
    });
  }
});

describe('secrets of destinations', () => {
  const folder = temporaryFolder();
  after(() => folder.remove());
  let files = 0;
  const newFile = () => `${folder.path}/${++files}.db`;

  it('are nowhere in the file once they are sealed, and are read as they were written', async () => {
    const file = newFile();
    const { admin, stores, close } = await openStores(`sqlite:${file}`, { secrets: [ONE] });
    const { destination } = await admin.destinations.create(WANTED);
    const found = await stores.destinations.get(destination.id);
    assert.deepEqual(found?.item.destination.config, WANTED.config);
    await close();
    assert.ok(!readFileSync(file).includes(CANARY));
  });

  it('cannot be swapped between two destinations', async () => {
    const file = newFile();
    const { admin, stores, close } = await openStores(`sqlite:${file}`, { secrets: [ONE] });
    const [first, second] = [
      await admin.destinations.create(WANTED),
      await admin.destinations.create(WANTED),
    ];
    const raw = new DatabaseSync(file);
    raw
      .prepare(
        'update mg_destinations set config = (select config from mg_destinations where id = ?)',
      )
      .run(first.destination.id);
    raw.close();
    assert.ok(await stores.destinations.get(first.destination.id));
    await assert.rejects(stores.destinations.get(second.destination.id), SealError);
    await close();
  });

  it('are reported once when they are stored in the clear', async () => {
    const reports: StoreReport[] = [];
    const { admin, close } = await openStores('sqlite::memory:', {
      onReport: (report) => reports.push(report),
    });
    const { destination } = await admin.destinations.create(WANTED);
    await admin.destinations.create(WANTED);
    assert.deepEqual(reports, [
      {
        type: 'secrets-in-clear',
        destinationId: destination.id,
        members: 'apiKey, headers.x-token',
      },
    ]);
    await close();
  });

  it('are sealed anew by a rotation, from the clear and from an older key, under the same version', async () => {
    const file = newFile();
    const inClear = await openStores(`sqlite:${file}`);
    const { destination } = await inClear.admin.destinations.create(WANTED);
    await inClear.close();
    let version: string | undefined;
    for (const secrets of [[ONE], [TWO, ONE]]) {
      const { admin, stores, close } = await openStores(`sqlite:${file}`, { secrets });
      assert.equal(await admin.destinations.rotateSecrets(), 1);
      assert.equal(await admin.destinations.rotateSecrets(), 0);
      const found = await stores.destinations.get(destination.id);
      assert.deepEqual(found?.item.destination, destination);
      version ??= found?.version;
      assert.equal(found?.version, version);
      await close();
    }
    await (await openStores(`sqlite:${file}`, { secrets: [TWO] })).close();
    await assert.rejects(openStores(`sqlite:${file}`, { secrets: [ONE] }), /sealed with "two"/);
    await assert.rejects(openStores(`sqlite:${file}`), /sealed with "two"/);
  });

  it('of answers that are kept for repetitions are sealed anew, too', async () => {
    const location = `sqlite:${newFile()}`;
    const inClear = await openStores(location);
    await keep(inClear, 'clear');
    await inClear.close();
    const older = await openStores(location, { secrets: [ONE] });
    for (let number = 0; number < 25; number++) await keep(older, `sealed-${number}`);
    await older.idempotency.begin('running', 'body', DAY_MS);
    await older.close();
    await assert.rejects(openStores(location, { secrets: [TWO] }), /sealed with "one"/);

    const both = await openStores(location, { secrets: [TWO, ONE] });
    assert.equal(await both.admin.destinations.rotateSecrets(), 0);
    await both.close();
    const { idempotency, close } = await openStores(location, { secrets: [TWO] });
    for (const key of ['clear', 'sealed-0', 'sealed-24']) {
      const standing = await idempotency.begin(key, 'body', DAY_MS);
      assert.deepEqual(standing, { state: 'answered', answer: `answer of ${key}` });
    }
    assert.deepEqual(await idempotency.begin('running', 'body', DAY_MS), { state: 'running' });
    await close();
  });
});

const DAY_MS = 86_400_000;

async function keep({ idempotency }: Stores, key: string): Promise<void> {
  const standing = await idempotency.begin(key, 'body', DAY_MS);
  assert.ok(standing.state === 'claimed');
  await idempotency.finish(standing.claim, `answer of ${key}`, DAY_MS);
}
