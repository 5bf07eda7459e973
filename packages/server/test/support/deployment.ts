import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { command } from './command.ts';
import { startHeldOpenAi, type HeldOpenAi } from './held-openai.ts';
import { startServer, type ServerProcess } from './server-process.ts';
import { startSpanReceiver, type SpanReceiver } from './span-receiver.ts';

export const MODEL = 'openai/gpt-image-1-mini';
export const PROMPT = 'canary-prompt of a red panda';

export const HOUR_MS = 3_600_000;
/** Flags of a server for which an hour is over at SIGUSR2. */
export const PASSES_HOURS = [`--import=${new URL('pass-an-hour.mjs', import.meta.url).href}`];

export interface DeploymentOptions {
  /** `sqlite:gateway.db` by default. */
  readonly store?: string;
  /** Of OpenAI; one that makes images by default. */
  readonly models?: readonly string[];
  /** More lines of the configuration. */
  readonly more?: string;
}

export interface StartOptions {
  readonly args?: readonly string[];
  /** Flags for Node itself. */
  readonly flags?: readonly string[];
}

/**
 * A gateway as it is deployed: a folder with its configuration and store, a provider and a
 * destination of telemetry, each with a secret that no output may hold.
 */
export interface Deployment extends AsyncDisposable {
  readonly folder: string;
  readonly file: string;
  readonly key: string;
  /** Seals the secrets of destinations. */
  readonly secretKeys: string;
  readonly openai: HeldOpenAi;
  readonly receiver: SpanReceiver;
  /** Starts `serve`; it ends with the deployment at the latest. */
  start(options?: StartOptions): Promise<ServerProcess>;
  /** Runs another command, and resolves to its JSON. */
  run(words: string, ...more: readonly string[]): Promise<unknown>;
  /** Writes the configuration anew, with these lines after it. */
  configure(more?: string): Promise<void>;
  /** Texts to be searched for secrets besides what the servers print and the files they write. */
  readonly evidence: string[];
  /** Fails when any output, evidence or written file holds a key, a secret or a prompt. */
  expectNoSecrets(): Promise<void>;
}

/** Makes a deployment with an inference key, ten dollars, and a webhook for every request. */
export async function createDeployment({
  store = 'sqlite:gateway.db',
  models = [MODEL],
  more = '',
}: DeploymentOptions = {}): Promise<Deployment> {
  const folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-server-'));
  const file = path.join(folder, 'model-gateway.yaml');
  const env = {
    OPENAI_API_KEY: `canary-provider-${randomBytes(8).toString('hex')}`,
    MODEL_GATEWAY_SECRET_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    STORE_URL: store,
  };
  const signingSecret = `canary-destination-${randomBytes(8).toString('hex')}`;
  const openai = await startHeldOpenAi(env.OPENAI_API_KEY);
  const receiver = await startSpanReceiver();
  const servers: ServerProcess[] = [];
  const evidence: string[] = [];

  const configure = (lines = more) =>
    writeFile(
      file,
      `store: { env: STORE_URL }
providers:
  - kind: openai
    baseUrl: ${openai.baseUrl}
    apiKey: { env: OPENAI_API_KEY }
    models: [${models.join(', ')}]
secrets: { keys: { env: MODEL_GATEWAY_SECRET_KEYS } }
egress: { allowOrigins: [${openai.origin}] }
telemetry: { allowOrigins: [${receiver.origin}] }
${lines}
`,
    );
  const run = async (words: string, ...rest: readonly string[]): Promise<unknown> => {
    const { code, out, err } = await command(folder, [...words.split(' '), ...rest, '--json'], env);
    assert.equal(code, 0, err);
    return JSON.parse(out);
  };

  const keys = (await run('init', '--store', store)) as { inference: string; management: string };
  await configure();
  const { data: workspaces } = (await run('workspaces list')) as { data: { id: string }[] };
  await run(
    `destinations create --type webhook --name hook`,
    '--workspace',
    workspaces[0]?.id ?? '',
    '--settings',
    JSON.stringify({ url: receiver.origin, signingSecret }),
  );

  const password = /^postgres:\/\/[^:/]+:([^@]+)@/.exec(store)?.[1];
  const secrets = [
    ...Object.values(keys).filter((text) => text.startsWith('mg-')),
    env.OPENAI_API_KEY,
    env.MODEL_GATEWAY_SECRET_KEYS.slice('k1:'.length),
    signingSecret,
    'canary-prompt',
    ...(password === undefined ? [] : [password]),
  ];
  assert.equal(secrets.length, password === undefined ? 6 : 7);

  return {
    folder,
    file,
    key: keys.inference,
    secretKeys: env.MODEL_GATEWAY_SECRET_KEYS,
    openai,
    receiver,
    run,
    configure,
    evidence,
    async start({ args = [], flags = [] } = {}) {
      const server = await startServer(folder, args, env, { flags });
      servers.push(server);
      return server;
    },
    async expectNoSecrets() {
      const written = (await readdir(folder)).filter((name) => /\.(json|log|txt)$/.test(name));
      const texts = [
        ...servers.map((server) => server.output()),
        ...evidence,
        ...(await Promise.all(written.map((name) => readFile(path.join(folder, name), 'utf8')))),
      ];
      for (const text of texts) {
        for (const secret of secrets) {
          const at = text.indexOf(secret);
          assert.equal(at, -1, `a secret was written: ${text.slice(Math.max(0, at - 300), at)}…`);
        }
      }
    },
    async [Symbol.asyncDispose]() {
      for (const server of servers) server.signal('SIGKILL');
      await Promise.all(servers.map((server) => server.ended));
      await openai[Symbol.asyncDispose]();
      await receiver[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}
