/**
 * The gateway mounted at /v1 in a framework, authentication on. Arguments: name of the framework,
 * the world's file.
 */
import { createServer } from 'node:http';
import { readWorld } from '../world-file.ts';
import { HOSTS, type HostName } from '../hosts.ts';
import { createBenchGateway } from '../gateway/bench-gateway.ts';
import { serveForBench } from './control.ts';

const [host = '', worldFile = ''] = process.argv.slice(2);
const gateway = createBenchGateway(readWorld(worldFile));
await gateway.ready();

// The suites pass a name from HOSTS.
serveForBench(createServer(await HOSTS[host as HostName].mount('/v1', gateway.handle)));
