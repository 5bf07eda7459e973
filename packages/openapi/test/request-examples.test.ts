// System: runs curl, Node and Python for every operation.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { createOpenApiDocument } from '@model-gateway/openapi';
import { requestExamples } from '../src/docs-page/request-examples.ts';
import { bodyExample, routesOf } from '../src/docs-page/route.ts';

const missing = (program: string) =>
  spawnSync(program, ['--version']).error === undefined ? false : `${program} is not installed`;
const SKIPPED = { curl: missing('curl'), TypeScript: false, Python: missing('python3') } as const;

/** A stand-in for the library of that name, with urllib's own request. */
const REQUESTS = `
import json as _json, urllib.request
class _Answer:
    def __init__(self, body): self.body = body
    def raise_for_status(self): pass
    def json(self): return _json.loads(self.body)
def _send(method):
    def send(url, headers, json=None):
        data = None if json is None else _json.dumps(json).encode()
        if data: headers = {**headers, "content-type": "application/json"}
        request = urllib.request.Request(url, data=data, headers=headers, method=method)
        return _Answer(urllib.request.urlopen(request).read())
    return send
get, post, patch, delete = (_send(m) for m in ("GET", "POST", "PATCH", "DELETE"))
`;

describe('the requests of the page', () => {
  let server: Server;
  let url: string;
  let folder: string;
  const received: unknown[] = [];
  before(async () => {
    server = createServer((request, response) => void answer(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // A server that listens on a port has an address of this kind.
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    folder = mkdtempSync(join(tmpdir(), 'model-gateway-requests-'));
    writeFileSync(join(folder, 'requests.py'), REQUESTS);
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const { method, url: target, headers } = request;
    const { authorization, 'content-type': type } = headers;
    received.push({ method, target, authorization, type, body: body && JSON.parse(body) });
    response.setHeader('content-type', 'application/json').end('{}');
  }
  after(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  const programs = {
    curl: (code: string) => ['bash', '-c', code],
    TypeScript: (code: string) => [process.execPath, '--input-type=module', '--eval', code],
    Python: (code: string) => ['python3', '-c', code],
  };

  for (const route of routesOf(createOpenApiDocument())) {
    for (const language of ['curl', 'TypeScript', 'Python'] as const) {
      it(
        `calls ${route.operation.operationId} in ${language}`,
        { skip: SKIPPED[language] },
        async () => {
          const example = requestExamples(route, url).find((one) => one.language === language);
          const [program = '', ...args] = programs[language](example?.code ?? '');
          const env = { ...process.env, API_KEY: 'my-key', PYTHONPATH: folder, NODE_OPTIONS: '' };
          const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
          const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
          assert.equal(code, 0, errors);
          const body = bodyExample(route.operation);
          const [request] = received.splice(0);
          assert.deepEqual(request, {
            method: route.method.toUpperCase(),
            target: `/v1${route.path}`.replace(/\{(\w+)\}/g, (_, name: string) =>
              name.toUpperCase(),
            ),
            authorization: 'Bearer my-key',
            type: body === undefined ? undefined : 'application/json',
            body: body ?? '',
          });
        },
      );
    }
  }

  it('cannot end their strings early', () => {
    const [route] = routesOf(createOpenApiDocument());
    assert.ok(route);
    for (const { code } of requestExamples(route, `https://a.example/'"$(id)\``)) {
      assert.ok(code.includes('https://a.example/%27%22%24(id)%60/models'));
    }
  });

  it('have a placeholder for the origin of a base URL that is a path', () => {
    const [route] = routesOf(createOpenApiDocument());
    assert.ok(route);
    const [curl] = requestExamples(route, '/v1');
    assert.match(curl?.code ?? '', /'https:\/\/gateway\.example\/v1\/models'/);
  });
});
