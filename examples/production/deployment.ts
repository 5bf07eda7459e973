import { randomBytes } from 'node:crypto';
import { mountAt } from '@model-gateway/core/http';
import { serve } from '@model-gateway/node';
import { openGateway } from '@model-gateway/server';

export interface DeploymentOptions {
  /** Where the database is. */
  readonly folder: string;
  readonly openai: { readonly baseUrl: string; readonly apiKey: string };
  readonly langfuse: {
    readonly baseUrl: string;
    readonly publicKey: string;
    readonly secretKey: string;
  };
}

export interface Deployment extends AsyncDisposable {
  /** Ends with `/v1`. */
  readonly url: string;
  readonly apiKey: string;
}

/** Brings a gateway up, with a key that has ten dollars and whose requests Langfuse gets. */
export async function startDeployment({
  folder,
  openai,
  langfuse,
}: DeploymentOptions): Promise<Deployment> {
  const gateway = await openGateway(
    {
      store: 'sqlite:gateway.db',
      providers: [{ kind: 'openai', baseUrl: openai.baseUrl, apiKey: { env: 'OPENAI_API_KEY' } }],
      secrets: { keys: { env: 'MODEL_GATEWAY_SECRET_KEYS' } },
      // The fakes are on this machine, which the gateway calls at these two origins only.
      egress: { allowOrigins: [new URL(openai.baseUrl).origin] },
      telemetry: { allowOrigins: [langfuse.baseUrl] },
      log: { level: 'warn' },
    },
    {
      folder,
      env: {
        OPENAI_API_KEY: openai.apiKey,
        // A deployment keeps its own; this one forgets its database, too.
        MODEL_GATEWAY_SECRET_KEYS: `k1:${randomBytes(32).toString('base64')}`,
      },
    },
  );

  const { workspaces, accounts, keys, destinations } = gateway.administration;
  const userId = 'user_shop';
  const workspace = await workspaces.create({ accountId: userId, name: 'Shop' });
  await accounts.create({ id: 'shop', credits: '10' });
  const { text: apiKey } = await keys.create({
    label: 'shop',
    userId,
    workspaceId: workspace.id,
    creditAccountId: 'shop',
  });
  await destinations.create({
    accountId: userId,
    workspaceId: workspace.id,
    name: 'Langfuse',
    type: 'langfuse',
    config: { ...langfuse },
  });

  await gateway.ready();
  const server = await serve(mountAt('/v1', gateway.handle));
  return {
    url: `${server.url}/v1`,
    apiKey,
    async [Symbol.asyncDispose]() {
      gateway.stopping();
      await server.close();
      // Sends what telemetry still has, then closes the database.
      await gateway.close();
    },
  };
}
