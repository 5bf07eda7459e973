/**
 * The gateway mounted at /v1 in a framework, authentication on, and a tiny handler beside it.
 * Arguments: name of the framework, the world's file.
 */
import { createServer } from 'node:http';
import { bytes, type GatewayHandler } from '@model-gateway/core';
import { readWorld } from '../fixtures/world-file.ts';
import { HOSTS, type HostName } from '../hosts.ts';
import { createBenchGateway } from './bench-gateway.ts';
import { serveForBench } from './control.ts';
import { JSON_TYPE, TINY_BODY } from './tiny-body.ts';

const [host = '', worldFile = ''] = process.argv.slice(2);
const gateway = createBenchGateway(readWorld(worldFile));
await gateway.ready();

const tiny: GatewayHandler = async () => bytes([TINY_BODY], JSON_TYPE);
// The suites pass a name from HOSTS.
const listener = await HOSTS[host as HostName].mount({ '/tiny': tiny, '/v1': gateway.handle });
serveForBench(createServer(listener));
