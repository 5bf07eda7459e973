import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { mountAt } from '@model-gateway/core/http';
import { serve } from '@model-gateway/node';
import { createApp } from './app.ts';
import { createCollector } from './collector.ts';

const collector = createCollector((name, attributes) => console.log(name, attributes));
// A collector of yours listens on 4318.
collector.listen(0, '127.0.0.1');
await once(collector, 'listening');
const { port } = collector.address() as AddressInfo;
const { gateway } = createApp('my-key', `http://127.0.0.1:${port}`);
const { url } = await serve(mountAt('/v1', gateway.handle), {
  port: Number(process.env['PORT'] ?? 4010),
});
console.log(`${url}/v1/images with the key my-key; spans are printed here`);
