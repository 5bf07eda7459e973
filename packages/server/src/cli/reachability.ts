import { lookup } from 'node:dns/promises';
import net from 'node:net';
import { judgeAddress, judgeUrl, type Target } from '@model-gateway/egress';

/**
 * Says why the gateway could not call `url`: its address is not public and `allow` does not vouch
 * for it, its name cannot be resolved, or nothing answers. Undefined when it could. Connects, and
 * sends nothing.
 */
export async function whyUnreachable(
  url: URL,
  allow: (target: Target) => boolean,
): Promise<string | undefined> {
  const vouch = `if you trust it, add "${url.origin}" to egress.allowOrigins`;
  const verdict = judgeUrl(url.href, { allow });
  if (!verdict.ok) {
    // An exception helps against a private host, and not against a URL with a password in it.
    const helps = judgeUrl(url.href, { allow: () => true }).ok;
    return helps ? `${verdict.message.replace(/\.$/, '')}; ${vouch}` : verdict.message;
  }

  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const addresses = await addressesOf(hostname);
  if (addresses === undefined) return `the name ${hostname} cannot be resolved`;
  const target = { protocol: url.protocol, hostname, port };
  for (const address of addresses) {
    const kind = judgeAddress(address);
    if (kind === 'public' || allow({ ...target, address })) continue;
    return `${hostname} may not be called: it has an address that is ${kind}, not public; ${vouch}`;
  }
  return whyNotConnected(url.host, hostname, port);
}

async function addressesOf(hostname: string): Promise<readonly string[] | undefined> {
  try {
    return (await lookup(hostname, { all: true })).map(({ address }) => address);
  } catch {
    return undefined;
  }
}

const CONNECT_MS = 5000;

function whyNotConnected(name: string, host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = net.connect({ host, port, timeout: CONNECT_MS });
    const end = (because?: string) => {
      socket.destroy();
      resolve(because);
    };
    socket.once('connect', () => end());
    socket.once('timeout', () => end(`${name} does not answer within ${CONNECT_MS / 1000} s`));
    socket.once('error', ({ code }: NodeJS.ErrnoException) =>
      end(
        code === 'ECONNREFUSED'
          ? `${name} refuses connections`
          : `${name} cannot be reached${code === undefined ? '' : ` (${code})`}`,
      ),
    );
  });
}
