import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import type { PackedPackage } from './pack-packages.ts';

/** An npm registry on a free port of this machine; it closes when it is disposed of. */
export interface PackedRegistry extends AsyncDisposable {
  readonly url: string;
}

/**
 * Serves packed packages as `latest`, and sends npm to `upstream` for all others, so that a command
 * which installs from the registry can be run before anything is published.
 */
export async function startPackedRegistry(
  packed: readonly PackedPackage[],
  upstream: string,
): Promise<PackedRegistry> {
  const byName = new Map(packed.map((one) => [one.name, one]));
  const byFile = new Map(packed.map((one) => [`/${path.basename(one.tarball)}`, one]));
  const server = createServer((request, response) => {
    const where = decodeURIComponent(request.url ?? '/');
    const tarball = byFile.get(where);
    if (tarball !== undefined) return void response.end(tarball.bytes);
    const one = byName.get(where.slice(1));
    if (one !== undefined) return answerPackage(one, request, response);
    response.writeHead(307, { location: new URL(`.${request.url}`, upstream).href }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('expected a port');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers with what npm needs to choose and fetch the only version. */
function answerPackage(
  { name, manifest: text, bytes, tarball }: PackedPackage,
  { headers }: IncomingMessage,
  response: ServerResponse,
): void {
  // Packed by us, so it has a version.
  const manifest = JSON.parse(text) as { readonly version: string };
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  const dist = { integrity, tarball: `http://${headers.host}/${path.basename(tarball)}` };
  const { version } = manifest;
  response.setHeader('content-type', 'application/json');
  response.end(
    JSON.stringify({
      name,
      'dist-tags': { latest: version },
      versions: { [version]: { ...manifest, dist } },
    }),
  );
}
