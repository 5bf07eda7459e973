/**
 * Gateways in one process that differ in who wants telemetry: mounted at /<audience>/v1 in connect.
 * In processes of their own they would differ by more than telemetry costs. Arguments: the upstream's
 * port, the collector's port, the world's file.
 */
import { createServer, type RequestListener } from 'node:http';
import { createMemoryDestinationStore, type Destination } from '@model-gateway/core';
import { createGuardedHttpClient } from '@model-gateway/egress';
import { createForwarder, type Forwarder } from '@model-gateway/telemetry';
import { readWorld } from '../world-file.ts';
import { HOSTS } from '../hosts.ts';
import { AUDIENCES, type Audience } from './audiences.ts';
import { chargedImages, createBenchGateway, WORKSPACE } from './bench-gateway.ts';
import { serveForBench } from './control.ts';
import { RELAYED } from './image-routes.ts';
import { relayProvider } from './relay-provider.ts';
import { withImageModels } from './with-image-models.ts';

const [port = '', collectorPort = '', worldFile = ''] = process.argv.slice(2);
const world = withImageModels(readWorld(worldFile), [RELAYED.small]);
const http = createGuardedHttpClient({ allow: ({ address }) => address === '127.0.0.1' });

const DESTINATION: Destination = {
  id: '20000000-0000-4000-8000-000000000001',
  workspace_id: WORKSPACE,
  name: 'bench',
  type: 'otel-collector',
  enabled: true,
  privacy_mode: false,
  sampling_rate: 1,
  api_key_hashes: null,
  filter_rules: null,
  config: { endpoint: `http://127.0.0.1:${collectorPort}` },
  created_at: '2026-07-01T08:00:00.000Z',
  updated_at: '2026-07-01T08:00:00.000Z',
};

const forwarders: Record<Audience, readonly Forwarder[]> = {
  off: [],
  nobody: [forwarderTo([{ ...DESTINATION, enabled: false }])],
  one: [forwarderTo([DESTINATION])],
  offAgain: [],
};

const listeners = new Map<string, RequestListener>();
for (const audience of AUDIENCES) listeners.set(audience, await listenerFor(audience));

serveForBench(
  createServer((req, res) => {
    const [, audience = ''] = (req.url ?? '').split('/');
    listeners.get(audience)?.(req, res);
  }),
  sendEverything,
);

async function listenerFor(audience: Audience): Promise<RequestListener> {
  const gateway = createBenchGateway(world, {
    images: chargedImages([relayProvider(RELAYED.small, Number(port), http)], http),
    observers: forwarders[audience],
  });
  await gateway.ready();
  return HOSTS.connect.mount(`/${audience}/v1`, gateway.handle);
}

function forwarderTo(destinations: readonly Destination[]): Forwarder {
  const owned = destinations.map((destination) => ({ accountId: 'user_bench', destination }));
  return createForwarder({ destinations: createMemoryDestinationStore(owned), http });
}

/** What was put off until after the answers is part of what a round takes. */
async function sendEverything(): Promise<void> {
  const [forwarder] = forwarders.one;
  await forwarder?.flush();
  const totals = forwarder?.stats().totals;
  if (totals?.outcomes.sent !== totals?.observed) {
    throw new Error(`telemetry was lost: ${JSON.stringify(totals)}`);
  }
}
