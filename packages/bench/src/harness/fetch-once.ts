import { numbered, type LoadRequest } from '../client/load-job.ts';
import { get, type Answer } from './get.ts';
import type { Server } from './server.ts';

/** Sends the request once; throws when it is not answered with its status. */
export async function fetchOnce(
  { port }: Server,
  { path, headers, status }: LoadRequest,
): Promise<Answer> {
  const answer = await get(`http://127.0.0.1:${port}${numbered(path, 0)}`, headers);
  if (answer.status === status) return answer;
  throw new Error(`expected ${status} of ${path}, got ${answer.status}`);
}

/** Throws unless all servers answer with the same bytes: otherwise a comparison means nothing. */
export async function assertSameAnswer(servers: readonly Server[], request: LoadRequest) {
  const answers = await Promise.all(servers.map((server) => fetchOnce(server, request)));
  const [first] = answers;
  if (answers.every(({ body }) => first?.body.equals(body))) return;
  const sizes = answers.map(({ body }) => `${body.byteLength} bytes`).join(', ');
  throw new Error(`the servers answer ${request.path} differently (${sizes})`);
}
