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
