/**
 * The same ready Buffers sent by a framework without us: what the framework itself costs.
 * Arguments: name of the framework, the prefix to mount at, then those of bare.ts.
 */
import { createServer } from 'node:http';
import { hostNamed, type HostName } from '../hosts.ts';
import { serveForBench } from './control.ts';
import { readyBodies } from './ready-bodies.ts';

const [host = '', prefix = '', listFile = '', pageFile = ''] = process.argv.slice(2);
// The suites pass a name from HOSTS.
const listener = await hostNamed(host as HostName).alone?.(prefix, readyBodies(listFile, pageFile));
serveForBench(createServer(listener));
