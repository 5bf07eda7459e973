import { openGateway } from '@model-gateway/server';
import { serveThroughCommand } from './server-command.ts';

async function main(): Promise<void> {
  const gateway = await openGateway({ store: 'sqlite::memory:', log: { level: 'silent' } });
  await gateway.ready();
  const response = await gateway.handle({
    method: 'GET',
    mount: '/v1',
    path: '/models',
    search: '',
    headers: {},
    body: { kind: 'none' },
  });
  await gateway.close();
  if (response?.status !== 401) throw new Error(`expected 401, got ${response?.status}`);

  await serveThroughCommand();
}

void main();
