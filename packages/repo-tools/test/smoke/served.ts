import { createServer, type RequestListener } from 'node:http';
import { AUTHORIZATION, expectModels } from './sample-gateway.ts';

/** Throws unless a server with this listener lists the models of the sample gateway. */
export async function expectServed(listener: RequestListener): Promise<void> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('expected a port');

  const headers = { authorization: AUTHORIZATION };
  const response = await fetch(`http://127.0.0.1:${address.port}/models`, { headers });
  expectModels(response.status, await response.text());
  server.closeAllConnections();
  server.close();
}
