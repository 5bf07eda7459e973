import type { GatewayRequest, GatewayResponse } from '@model-gateway/core';
import type { openGateway, OpenGateway } from '@model-gateway/server';

/** The configuration of a gateway before an upstream that speaks chat completions, on loopback. */
export function configBefore(upstreamUrl: string, models: object) {
  return {
    store: 'sqlite::memory:',
    credits: { required: false },
    log: { level: 'silent' },
    egress: { allowOrigins: [upstreamUrl] },
    providers: [
      {
        kind: 'openai-compatible',
        slug: 'acme',
        baseUrl: upstreamUrl,
        apiKey: 'k',
        // Also what only a file can say.
        models: models as never,
      },
    ],
  } satisfies Parameters<typeof openGateway>[0];
}

/** Makes a workspace and an inference key in it; returns the key's text once the gateway is ready. */
export async function readyWithKey(
  { administration, ready }: Pick<OpenGateway, 'administration' | 'ready'>,
  creditAccountId?: string,
): Promise<string> {
  const userId = 'user_1';
  const workspace = { accountId: userId, name: 'Default' };
  const { id: workspaceId } = await administration.workspaces.create(workspace);
  const owner = { label: 'shop', userId, workspaceId };
  const { text } = await administration.keys.create(
    creditAccountId === undefined ? owner : { ...owner, creditAccountId },
  );
  await ready();
  return text;
}

/** Asks a gateway of this process to continue a conversation. */
export function converse(
  { handle }: Pick<OpenGateway, 'handle'>,
  key: string,
  members: object,
  { headers, ...given }: Partial<GatewayRequest> = {},
): Promise<GatewayResponse | undefined> {
  return handle({
    method: 'POST',
    path: '/chat/completions',
    search: '',
    mount: '',
    headers: { authorization: `Bearer ${key}`, ...headers },
    body: {
      kind: 'parsed',
      value: { messages: [{ role: 'user', content: 'Hi' }], ...members },
    },
    ...given,
  });
}
