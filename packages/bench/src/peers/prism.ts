import { TARGETS } from '../targets.ts';
import type { Peer } from './peer.ts';

/** An OpenAPI document whose example is the list, with a schema that asks for nothing. */
export const prism: Peer = {
  name: 'Prism',
  package: '@stoplight/prism-cli',
  version: '^5.16.0',
  target: TARGETS.prism,
  path: '/models',
  amount: 100,
  configuration: (models) =>
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'bench', version: '1' },
      paths: {
        '/models': {
          get: {
            responses: {
              200: {
                description: 'The list.',
                content: {
                  'application/json': { schema: { type: 'object' }, example: { data: models } },
                },
              },
            },
          },
        },
      },
    }),
  args: (file, port) => ['mock', '--host', '127.0.0.1', '--port', String(port), file],
};
