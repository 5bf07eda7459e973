import { jsonResponse, type GatewayHandler } from '@model-gateway/core/http';

/** Answers /echo with what arrived, and nothing else. */
export const echo: GatewayHandler = async ({ method, path, search, mount, headers, body }) => {
  if (path !== '/echo') return undefined;
  const text =
    body.kind === 'bytes' ? new TextDecoder().decode(await body.read(1000)) : `(${body.kind})`;
  return jsonResponse({ method, path, search, mount, headers, body: text });
};
