import type { LoadRequest } from '../client/load-job.ts';
import type { Server } from './server.ts';

/** Sends a request with a body once. Throws unless its status and the text that it holds are right. */
async function postOnce(
  { port }: Server,
  { path, headers, body = '', status }: LoadRequest,
): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body });
  const text = await answer.text();
  if (answer.status === status) return text;
  throw new Error(`expected ${status} of ${path}, got ${answer.status}: ${text.slice(0, 300)}`);
}

/**
 * Throws unless all answer with as many images of the same size: otherwise a comparison means
 * nothing. What else they say differs.
 */
export async function assertSameImages(
  cases: readonly { readonly server: Server; readonly request: LoadRequest }[],
): Promise<void> {
  const sizes = new Set<string>();
  for (const { server, request } of cases) {
    const text = await postOnce(server, request);
    const images = [...text.matchAll(/"b64_json":"([^"]+)"/g)];
    if (images.length === 0)
      throw new Error(`${request.path} gave no image: ${text.slice(0, 300)}`);
    sizes.add(images.map(([, image = '']) => image.length).join(' '));
  }
  if (sizes.size > 1) throw new Error(`the servers answer differently: ${[...sizes].join('; ')}`);
}
