/** A handler that does nothing, mounted at /tiny in a framework. Argument: name of the framework. */
import { createServer } from 'node:http';
import { bytesResponse, type GatewayHandler } from '@model-gateway/core/http';
import { HOSTS, type HostName } from '../hosts.ts';
import { serveForBench } from './control.ts';
import { JSON_TYPE, TINY_BODY } from '../tiny-body.ts';

const [host = ''] = process.argv.slice(2);
const tiny: GatewayHandler = async () => bytesResponse([TINY_BODY], JSON_TYPE);

// The suites pass a name from HOSTS.
serveForBench(createServer(await HOSTS[host as HostName].mount('/tiny', tiny)));
