import { lookup } from 'node:dns/promises';
import net from 'node:net';
import { judgeAddress, judgeUrl, type Target } from '@model-gateway/egress';

/**
 * Says why the gateway could not call `url`: its address is not public and `allow` does not vouch
 * for it, its name cannot be resolved, nothing answers, or its certificate is not trusted. Undefined
 * when it could. Connects, and sends no request.
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
  return whyNotConnected(url, { hostname, port });
}

async function addressesOf(hostname: string): Promise<readonly string[] | undefined> {
  try {
    return (await lookup(hostname, { all: true })).map(({ address }) => address);
  } catch {
    return undefined;
  }
}

const CONNECT_MS = 5000;

async function whyNotConnected(
  { protocol, host: name }: URL,
  { hostname: host, port }: Pick<Target, 'hostname' | 'port'>,
): Promise<string | undefined> {
  // Loaded here, because no other part of a start needs it.
  const tls = protocol === 'https:' ? await import('node:tls') : undefined;
  return new Promise((resolve) => {
    const options = { host, port, timeout: CONNECT_MS };
    // A certificate is for a name; an address is no name to ask for.
    const servername = net.isIP(host) === 0 ? host : '';
    const socket = tls?.connect({ ...options, servername }) ?? net.connect(options);
    const end = (because?: string) => {
      socket.destroy();
      resolve(because);
    };
    socket.once(tls === undefined ? 'connect' : 'secureConnect', () => end());
    socket.once('timeout', () => end(`${name} does not answer within ${CONNECT_MS / 1000} s`));
    socket.once('error', ({ code }: NodeJS.ErrnoException) => end(`${name} ${reasonOf(code)}`));
  });
}

function reasonOf(code: string | undefined): string {
  if (code === undefined) return 'cannot be reached';
  if (code === 'ECONNREFUSED') return 'refuses connections';
  if (!CERTIFICATE.test(code)) return `cannot be reached (${code})`;
  if (code === 'CERT_HAS_EXPIRED') {
    return `has a certificate that has expired (${code}); its operator has to renew it`;
  }
  return `has a certificate that is not trusted (${code}); NODE_EXTRA_CA_CERTS=FILE makes Node trust an authority of your own`;
}

/** OpenSSL's codes, such as `DEPTH_ZERO_SELF_SIGNED_CERT`, and Node's for another host name. */
const CERTIFICATE = /CERT|ISSUER|SIGNATURE/;
