import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Image } from './dockerfile-problems.ts';
import type { PackedPackage } from './pack-packages.ts';

/** The server's Dockerfile, which its package has, and the mock's, which is an example. */
export function imagesOf(packed: readonly PackedPackage[], root: string): readonly Image[] {
  const server = packed.find(({ name }) => name === '@model-gateway/server');
  if (server === undefined) throw new Error('@model-gateway/server was not packed.');
  return [
    {
      package: '@model-gateway/server',
      dockerfile: server.textOf('deploy/Dockerfile'),
      files: {
        '/etc/model-gateway/model-gateway.yaml': server.textOf('deploy/model-gateway.yaml'),
      },
      env: {
        // Opens ioredis, which is installed beside the server.
        REDIS_URL: 'redis://127.0.0.1:9',
        DATABASE_URL: 'sqlite::memory:',
        OPENAI_API_KEY: 'sk-smoke',
        MODEL_GATEWAY_SECRET_KEYS: `k1:${randomBytes(32).toString('base64')}`,
      },
      freePorts: ['--host', '127.0.0.1', '--port', '0', '--admin-port', '0'],
      listening: /"adminUrl":"[^"]*:(\d+)/,
    },
    {
      package: '@model-gateway/mock',
      dockerfile: readFileSync(path.join(root, 'examples/docker/Dockerfile'), 'utf8'),
      files: {},
      env: {},
      freePorts: ['--host', '127.0.0.1', '--port', '0'],
      listening: /ready at http:\/\/127\.0\.0\.1:(\d+)/,
      answerProblems: webpProblems,
    },
  ];
}

/** WebP images need sharp, which is installed beside the mock. */
async function webpProblems(port: string): Promise<readonly string[]> {
  const origin = `http://127.0.0.1:${port}`;
  const listed = await fetch(`${origin}/__gateway/tenants/main/image-models`);
  // The type is that of the control interface's description.
  const { data } = (await listed.json()) as {
    readonly data: readonly { readonly id: string; readonly output_formats: readonly string[] }[];
  };
  const model = data.find(({ output_formats: formats }) => formats.includes('webp'));
  if (model === undefined) return ['The mock has no model of WebP images.'];
  const response = await fetch(`${origin}/t/main/v1/images`, {
    method: 'POST',
    headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
    body: JSON.stringify({ model: model.id, prompt: 'red panda', output_format: 'webp' }),
  });
  if (response.status === 200) return [];
  return [`A WebP image was answered with ${response.status}: ${await response.text()}`];
}
