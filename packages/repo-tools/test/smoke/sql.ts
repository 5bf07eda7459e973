import { openStores } from '@model-gateway/sql';

async function main(): Promise<void> {
  const { stores, ledger, admin, close } = await openStores('sqlite::memory:');
  const { key, text } = await admin.keys.create({
    label: 'smoke',
    userId: 'user_1',
    workspaceId: '10000000-0000-4000-8000-000000000001',
  });
  const found = await stores.keys.findByHash(key.hash);
  await admin.accounts.create({ id: 'payer', credits: '1' });
  const reservation = await ledger.reserve('payer', '0.4');
  const free = (await admin.accounts.show('payer'))?.free;
  await close();
  if (!text.startsWith('mg-v1-') || found?.label !== 'smoke') throw new Error('expected a key');
  if (reservation === undefined || free !== '0.6')
    throw new Error(`expected 0.6 free, got ${free}`);
}

void main();
