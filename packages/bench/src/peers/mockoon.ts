import { TARGETS } from '../targets.ts';
import type { Peer } from './peer.ts';

/** A route with a fixed body and templates switched off: the fastest that it can be. */
export const mockoon: Peer = {
  name: 'Mockoon',
  package: '@mockoon/cli',
  version: '^9.9.0',
  target: TARGETS.mockoon,
  path: '/models',
  amount: 400,
  configuration: (models) =>
    JSON.stringify({
      uuid: '00000000-0000-4000-8000-000000000001',
      lastMigration: 33,
      name: 'bench',
      endpointPrefix: '',
      latency: 0,
      port: 3000,
      hostname: '127.0.0.1',
      folders: [],
      routes: [routeFor(JSON.stringify({ data: models }))],
      rootChildren: [{ type: 'route', uuid: ROUTE_ID }],
      proxyMode: false,
      proxyHost: '',
      proxyRemovePrefix: false,
      tlsOptions: WITHOUT_TLS,
      cors: false,
      headers: [],
      proxyReqHeaders: [],
      proxyResHeaders: [],
      data: [],
      callbacks: [],
    }),
  args: (file, port) => [
    'start',
    '--data',
    file,
    '--port',
    String(port),
    '--hostname',
    '127.0.0.1',
    '--disable-log-to-file',
  ],
};

const ROUTE_ID = '00000000-0000-4000-8000-000000000002';

const WITHOUT_TLS = {
  enabled: false,
  type: 'CERT',
  pfxPath: '',
  certPath: '',
  keyPath: '',
  caPath: '',
  passphrase: '',
};

/** Answers GET /models with a body. */
function routeFor(body: string): object {
  const response = {
    uuid: '00000000-0000-4000-8000-000000000003',
    body,
    latency: 0,
    statusCode: 200,
    label: '',
    headers: [{ key: 'content-type', value: 'application/json; charset=utf-8' }],
    bodyType: 'INLINE',
    filePath: '',
    databucketID: '',
    sendFileAsBody: false,
    rules: [],
    rulesOperator: 'OR',
    disableTemplating: true,
    fallbackTo404: false,
    default: true,
    crudKey: 'id',
    callbacks: [],
  };
  return {
    uuid: ROUTE_ID,
    type: 'http',
    documentation: '',
    method: 'get',
    endpoint: 'models',
    responses: [response],
    responseMode: null,
  };
}
