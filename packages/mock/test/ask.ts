import type { GatewayHandler, GatewayRequest, RequestBody } from '@model-gateway/core/http';

interface Asked {
  readonly handle: GatewayHandler;
  readonly apiKey: string;
}

export interface Question {
  /** The gateway's inference key by default; null for none. */
  readonly key?: string | null;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Asks a gateway without a port: `ask(gateway, 'GET /v1/models?limit=1')`. */
export async function ask(gateway: Asked, line: string, question: Question = {}) {
  const [method = '', target = ''] = line.split(' ');
  const [path = '', query] = target.split('?');
  const { key = gateway.apiKey, headers = {} } = question;
  const request: GatewayRequest = {
    method,
    path,
    search: query === undefined ? '' : `?${query}`,
    mount: '',
    headers: { ...(key !== null && { authorization: `Bearer ${key}` }), ...headers },
    body: bodyOf(question),
  };
  const response = await gateway.handle(request);
  if (response === undefined) throw new Error(`${line} was not answered`);
  const { body } = response;
  const text = body.kind === 'bytes' ? Buffer.concat(body.parts).toString() : '';
  const isJson = body.kind === 'bytes' && body.contentType.includes('json');
  return {
    ...response,
    value: body.kind === 'json' ? body.value : isJson ? JSON.parse(text) : text,
  };
}

function bodyOf(question: Question): RequestBody {
  return 'body' in question ? { kind: 'parsed', value: question.body } : { kind: 'none' };
}
