import {
  startMockGateway,
  type RunningMockGateway,
  type StartMockGatewayOptions,
} from '@model-gateway/mock';

/*
 * An answer of each origin, for the tests of an option that acts on every answer of its tenant.
 */

export const EVERY_ANSWER: readonly Answer[] = [
  { to: 'an operation', status: 200, path: '/models' },
  { to: 'HEAD', status: 200, path: '/models', method: 'HEAD' },
  { to: 'a request without a key', status: 401, path: '/models', key: 'none' },
  { to: 'a key of no tenant', status: 401, path: '/models', key: 'strange' },
  { to: 'a path that matches nothing', status: 404, path: '/modells' },
  { to: 'a malformed path', status: 400, path: '/models/%zz' },
  { to: 'any key', status: 200, path: '/models', key: 'strange', anyKey: true },
  { to: 'no key where any will do', status: 401, path: '/models', key: 'none', anyKey: true },
  { to: 'a malformed path under any key', status: 400, path: '/models/%zz', anyKey: true },
  {
    to: 'a rule that fails',
    status: 529,
    path: '/models',
    ruled: (gateway) => gateway.on('listModels').fail(529),
  },
  {
    to: 'a route',
    status: 200,
    path: '/chat',
    ruled: (gateway) => gateway.route('GET', '/chat').reply({ json: {} }),
  },
  {
    to: 'a route whose rule passes it on',
    status: 404,
    path: '/chat',
    ruled: (gateway) => gateway.route('GET', '/chat').delay(0),
  },
  {
    to: 'a rule that throws',
    status: 500,
    path: '/models',
    ruled: (gateway) =>
      gateway.on('listModels').reply(() => {
        throw new Error('thrown by the test');
      }),
  },
  {
    to: 'a fault that changes the answer',
    status: 200,
    path: '/models',
    ruled: (gateway) => gateway.on('listModels').fault('cut-json'),
  },
  {
    to: 'a fault that replaces the answer',
    status: 502,
    path: '/models',
    ruled: (gateway) => gateway.on('listModels').fault('html-502'),
  },
  {
    to: 'a fault after the headers',
    status: 200,
    path: '/models',
    ruled: (gateway) => gateway.on('listModels').fault('reset-after-headers'),
  },
];

interface Answer {
  /** Which answer it is. */
  readonly to: string;
  readonly status: number;
  readonly path: string;
  readonly key?: 'none' | 'strange';
  /** Below the tenant's own URL, which takes any key. */
  readonly anyKey?: boolean;
  readonly method?: string;
  readonly ruled?: (gateway: RunningMockGateway) => unknown;
}

/** Asks a tenant with these options for an answer, and returns what `fetch` got of it. */
export async function answered(
  { path, key, anyKey = false, method = 'GET', ruled }: Answer,
  options: StartMockGatewayOptions,
): Promise<Response> {
  await using gateway = await startMockGateway({ world: 'tiny', unhandled: 'ignore', ...options });
  ruled?.(gateway);
  const text = key === 'strange' ? 'sk-strange' : gateway.apiKey;
  const headers = key === 'none' ? {} : { authorization: `Bearer ${text}` };
  const base = anyKey ? gateway.anyKeyURL : gateway.baseURL;
  const response = await fetch(base + path, { method, headers });
  // Of a broken answer there is no whole body.
  await response.text().catch(() => '');
  return response;
}
