import type { GatewayHandler, GatewayRequest } from '@model-gateway/core';

const NAMES = ['model', 'prompt', 'n', 'size', 'quality', 'background', 'output_format'];
const QUALITIES: Readonly<Record<string, string>> = { standard: 'medium', hd: 'high' };

/**
 * Returns the handler with one path more: `POST /images/generations`, as OpenAI's clients call it,
 * answered by its own `POST /images`. Keys, limits, credits and errors are those of that operation.
 */
export function withOpenAIImages(handle: GatewayHandler): GatewayHandler {
  return async (request) => {
    const isOurs = request.method === 'POST' && request.path.endsWith('/images/generations');
    return handle(isOurs ? toOwn(request) : request);
  };
}

function toOwn(request: GatewayRequest): GatewayRequest {
  const { method, path, search, mount, headers, body, signal } = request;
  return {
    method,
    path: path.replace(/\/generations$/, ''),
    search,
    mount,
    headers,
    signal,
    body:
      body.kind === 'bytes'
        ? { kind: 'bytes', read: async (limit) => renamed(await body.read(limit)) }
        : body.kind === 'parsed'
          ? { kind: 'parsed', value: toOwnBody(body.value) }
          : body,
  };
}

/**
 * Returns the body with its members renamed; a body that is not JSON stays as it is, for the
 * gateway to refuse.
 */
function renamed(bytes: Uint8Array): Uint8Array {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return new TextEncoder().encode(JSON.stringify(toOwnBody(value)));
  } catch {
    return bytes;
  }
}

/** The members that both have, in the words of `POST /images`. */
function toOwnBody(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const members = Object.entries(body).filter(([name]) => NAMES.includes(name));
  return Object.fromEntries(
    members.map(([name, value]) => [
      name,
      name === 'quality' ? (QUALITIES[String(value)] ?? value) : value,
    ]),
  );
}
