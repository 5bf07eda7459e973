import { fetchGateway } from '@model-gateway/fetch';
import type { MockTenant } from '@model-gateway/mock';

/** Sends requests to a tenant without a port. */
export function clientOf(tenant: Pick<MockTenant, 'handle' | 'apiKey' | 'managementKey'>) {
  const answer = fetchGateway(tenant.handle, { mount: '' });
  return async (
    method: string,
    path: string,
    { body, headers = {}, signal }: SentOptions = {},
  ): Promise<Response> => {
    const isManagement = !/^\/(?:models|images)/.test(path);
    const key = isManagement ? tenant.managementKey : tenant.apiKey;
    const response = await answer(
      new Request(`http://mock/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal === undefined ? {} : { signal }),
      }),
    );
    if (response === undefined) throw new Error(`${method} ${path} is no operation`);
    return response;
  };
}

interface SentOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** A request for a small image. */
export const PANDA = { model: 'acme/paint-1', prompt: 'red panda', size: '64x64' };
