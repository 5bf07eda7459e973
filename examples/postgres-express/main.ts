import { openStores } from '@model-gateway/sql';
import { createApp } from './app.ts';
import { seed } from './seed.ts';

const url = process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const stores = await openStores(url, {
  rateLimit: { limit: 600, windowSeconds: 60 },
  onReport: (report) => console.warn(report),
});
const key = await seed(stores);
if (key !== undefined) console.log(`the first key, which is shown once: ${key}`);

const port = Number(process.env['PORT'] ?? 3000);
const server = createApp(stores).listen(port, '127.0.0.1', () => {
  console.log(`curl -H 'Authorization: Bearer KEY' http://127.0.0.1:${port}/v1/models`);
});
process.once('SIGTERM', () => {
  server.close(() => void stores.close());
});
