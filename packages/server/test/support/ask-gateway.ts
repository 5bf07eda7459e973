import type { GatewayRequest, GatewayResponse } from '@model-gateway/core';
import type { OpenGateway } from '@model-gateway/server';

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
