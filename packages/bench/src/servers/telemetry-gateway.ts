/**
 * Gateways in one process that differ in who wants telemetry: mounted at /<audience>/v1 in connect.
 * In processes of their own they would differ by more than telemetry costs. Arguments: the upstream's
 * port, the collector's port, the world's file, the port of receivers that fail.
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
import { benchDestination, owned } from '../gateway/bench-record.ts';
import { chargedImages, createBenchGateway } from '../gateway/bench-gateway.ts';
import { serveForBench } from './control.ts';
import { FAILURES } from './failures.ts';
import { RELAYED } from './image-routes.ts';
import { relayProvider } from './relay-provider.ts';
import { withImageModels } from './with-image-models.ts';

/** The answer to a GET of `/`. */
export interface TelemetryGatewayReport {
  /** Requests so far whose telemetry goes to six destinations. */
  readonly forSix: number;
}

const [port = '', collectorPort = '', worldFile = '', failingPort = ''] = process.argv.slice(2);
const routes = [RELAYED.small, RELAYED.typical, RELAYED.delayed];
const world = withImageModels(readWorld(worldFile), routes);
const http = createGuardedHttpClient({ allow: ({ address }) => address === '127.0.0.1' });

const DESTINATION = benchDestination(1, {
  type: 'otel-collector',
  config: { endpoint: `http://127.0.0.1:${collectorPort}` },
});

const forwarders: Record<Audience, readonly Forwarder[]> = {
  off: [],
  nobody: [forwarderTo([{ ...DESTINATION, enabled: false }])],
  one: [forwarderTo([DESTINATION])],
  six: failingPort === '' ? [] : [forwarderTo(sixDestinations())],
  offAgain: [],
};

const SENDING_MS = 150;

/** Other threads free the memory of images. */
const FREEING_MS = 20;

// The servers of the bench run without flags.
setFlagsFromString('--expose-gc');
/** A new context has what the flag adds. */
const collectGarbage = runInNewContext('gc') as () => void;

const listeners = new Map<string, RequestListener>();
for (const audience of AUDIENCES) listeners.set(audience, await listenerFor(audience));

let forSix = 0;

serveForBench(
  createServer((req, res) => {
    const [, audience = ''] = (req.url ?? '').split('/');
    if (audience === '') {
      res.end(JSON.stringify({ forSix } satisfies TelemetryGatewayReport));
      return;
    }
    if (audience === 'six') forSix++;
    listeners.get(audience)?.(req, res);
  }),
  failingPort === '' ? settle : send,
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

/** One that gets everything, and five that do not. */
function sixDestinations(): Destination[] {
  // Nothing listens on port 1.
  const dead = 'http://127.0.0.1:1/in';
  const failing = FAILURES.map((failure) => `http://127.0.0.1:${failingPort}/${failure}`);
  const healthy = `http://127.0.0.1:${collectorPort}/in`;
  return [healthy, dead, ...failing].map((url, i) =>
    benchDestination(i, { type: 'webhook', config: { url } }),
  );
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

/**
 * Sends what is left of a round. Collects nothing: V8 would begin the next round with a small heap,
 * and soon collect all of it again.
 */
async function send(): Promise<void> {
  // What is not answered within this time is for destinations that fail.
  for (const six of forwarders.six) await Promise.race([six.flush(), delay(SENDING_MS)]);
}
