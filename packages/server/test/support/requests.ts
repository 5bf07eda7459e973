import { request } from 'node:http';
import type { Deployment } from './deployment.ts';
import { MODEL, PROMPT } from './deployment.ts';

/** Asks a running server for an image, streamed or whole. */
export function askForImage(
  baseUrl: string,
  key: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Response> {
  return fetch(`${baseUrl}/images`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: MODEL, prompt: PROMPT, ...more }),
  });
}

/** Asks a running server for one model, on a connection of its own; resolves to the status. */
export async function askForModels(baseUrl: string, key: string): Promise<number> {
  const response = await fetch(`${baseUrl}/models?limit=1`, {
    headers: { authorization: `Bearer ${key}`, connection: 'close' },
  });
  await response.arrayBuffer();
  return response.status;
}

/** Keeps the text of a page of the admin port as evidence, and resolves to its status and text. */
export async function lookAt(
  deployment: Deployment,
  adminUrl: string,
  page: '/healthz' | '/readyz' | '/metrics',
): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(`${adminUrl}${page}`);
  const text = await response.text();
  deployment.evidence.push(text);
  return { status: response.status, text };
}

/** Asks an admin port for `/metrics` with this header `host`, which `fetch` cannot send. */
export function askUnder(
  adminUrl: string,
  host: string,
): Promise<{ readonly status: number | undefined; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const options = { headers: { host }, agent: false };
    const sent = request(`${adminUrl}/metrics`, options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode, text }));
    });
    sent.on('error', reject).end();
  });
}
