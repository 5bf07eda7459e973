import { TARGETS } from '../targets.ts';
import type { Peer } from './peer.ts';

export const jsonServer: Peer = {
  name: 'json-server',
  package: 'json-server',
  version: '~0.17.4',
  target: TARGETS.jsonServer,
  path: '/models',
  amount: 50,
  configuration: (models) => JSON.stringify({ models }),
  args: (file, port) => ['--quiet', '--host', '127.0.0.1', '--port', String(port), file],
};
