/**
 * Gateways in one process that differ in who wants telemetry: mounted at /<audience>/v1 in connect.
 * In processes of their own they would differ by more than telemetry costs. Arguments: the upstream's
 * port, the collector's port, the world's file.
 */
import { createServer, type RequestListener } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createMemoryDestinationStore, type Destination } from '@model-gateway/core';
import { createGuardedHttpClient } from '@model-gateway/egress';
import { createForwarder, type Forwarder } from '@model-gateway/telemetry';
import { readWorld } from '../world-file.ts';
import { HOSTS } from '../hosts.ts';
import { AUDIENCES, type Audience } from './audiences.ts';
import { benchDestination, owned } from '../gateway/bench-destination.ts';
import { chargedImages, createBenchGateway } from '../gateway/bench-gateway.ts';
import { serveForBench } from './control.ts';
import { RELAYED } from './image-routes.ts';
import { relayProvider } from './relay-provider.ts';
import { withModels } from './with-models.ts';

const [port = '', collectorPort = '', worldFile = ''] = process.argv.slice(2);
const routes = [RELAYED.small, RELAYED.typical];
const world = withModels(readWorld(worldFile), 'image', routes);
const http = createGuardedHttpClient({ allow: ({ address }) => address === '127.0.0.1' });

const DESTINATION = benchDestination(1, {
  type: 'otel-collector',
  config: { endpoint: `http://127.0.0.1:${collectorPort}` },
});

const forwarders: Record<Audience, readonly Forwarder[]> = {
  off: [],
  nobody: [forwarderTo([{ ...DESTINATION, enabled: false }])],
  one: [forwarderTo([DESTINATION])],
  offAgain: [],
};

/** Other threads free the memory of images. */
const FREEING_MS = 20;

// The servers of the bench run without flags.
setFlagsFromString('--expose-gc');
/** A new context has what the flag adds. */
const collectGarbage = runInNewContext('gc') as () => void;

const listeners = new Map<string, RequestListener>();
for (const audience of AUDIENCES) listeners.set(audience, await listenerFor(audience));

serveForBench(
  createServer((req, res) => {
    const [, audience = ''] = (req.url ?? '').split('/');
    listeners.get(audience)?.(req, res);
  }),
  settle,
);

async function listenerFor(audience: Audience): Promise<RequestListener> {
  const gateway = createBenchGateway(world, {
    ...chargedImages(
      routes.map((route) => relayProvider(route, Number(port), http)),
      http,
    ),
    observers: forwarders[audience],
  });
  await gateway.ready();
  return HOSTS.connect.mount(`/${audience}/v1`, gateway.handle);
}

function forwarderTo(destinations: readonly Destination[]): Forwarder {
  return createForwarder({ destinations: createMemoryDestinationStore(owned(destinations)), http });
}

/**
 * Finishes the work that was put off until after the answers, which is part of the cost of a round:
 * sending, and garbage collection. Otherwise the next case pays for freeing the images of this one.
 */
async function settle(): Promise<void> {
  const [forwarder] = forwarders.one;
  await forwarder?.flush();
  const totals = forwarder?.stats().totals;
  if (totals?.outcomes.sent !== totals?.observed) {
    throw new Error(`telemetry was lost: ${JSON.stringify(totals)}`);
  }
  collectGarbage();
  await delay(FREEING_MS);
}
