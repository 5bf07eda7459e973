import { checkOptions, FUNCTION, type OptionTable } from '@model-gateway/core/kit';
import { judgeAddress } from './judge-address.ts';
import { whyNameIsRefused } from './judge-name.ts';
import { targetOf, type Target } from './target.ts';

/** Exceptions and restrictions of `judgeUrl` and of the client. */
export interface UrlRules {
  /** Returns true to allow a name or an address that would be refused. */
  readonly allow?: ((target: Target) => boolean) | undefined;
  /** Ports that may be called; any by default. */
  readonly allowedPorts?: readonly number[] | undefined;
}

/** The result of `judgeUrl`. */
export type UrlVerdict =
  | { readonly ok: true; readonly url: URL }
  /** `message` names at most the host, never credentials, path or query. */
  | { readonly ok: false; readonly reason: 'invalid' | 'refused'; readonly message: string };

/**
 * Checks a URL without a lookup or a connection, as the URL parser reads it, so that `127.1`,
 * `0x7f000001` and full-width digits all count as the address they denote. A name that passes is
 * checked again by its addresses when the client connects.
 */
export function judgeUrl(text: string, rules: UrlRules = {}): UrlVerdict {
  checkOptions('judgeUrl', rules, URL_RULES);
  return verdictOn(lookAt(text, rules), rules);
}

/** What of a URL is the same each time that it is judged. */
type Looked =
  | UrlVerdict
  /** Refused for this reason, unless an exception allows it. */
  | { readonly url: URL; readonly target: Target; readonly because: string };

/**
 * How many URLs are kept, and how long they may be: enough for those of providers. What clients make
 * up, such as addresses of images, is kept too until there are more.
 */
const MOST_KEPT = 100;
const LONGEST_KEPT = 256;

/**
 * Returns `judgeUrl` with these rules for one who asks about the same few URLs again and again, which
 * then are read once; whether an exception allows them is asked each time. A `url` may be that of
 * another verdict, and must not be changed.
 */
export function urlJudge(rules: UrlRules): (text: string) => UrlVerdict {
  const kept = new Map<string, Looked>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return verdictOn(known, rules);
    const looked = lookAt(text, rules);
    if (text.length <= LONGEST_KEPT) {
      if (kept.size === MOST_KEPT) kept.clear();
      kept.set(text, looked);
    }
    return verdictOn(looked, rules);
  };
}

function verdictOn(looked: Looked, { allow }: UrlRules): UrlVerdict {
  if ('ok' in looked) return looked;
  const { url, target, because } = looked;
  if (allow?.(target) === true) return { ok: true, url };
  return no(`${target.hostname} may not be called: ${because}.`);
}

function lookAt(text: string, { allowedPorts }: UrlRules): Looked {
  const url = parsed(text);
  if (url === undefined) {
    return no('The URL cannot be read; write it like https://example.com/image.png.', 'invalid');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return no(`Only http and https URLs may be called, got ${url.protocol.slice(0, -1)}.`);
  }
  if (url.username !== '' || url.password !== '') {
    return no('A URL with a user name or a password in it may not be called.');
  }
  const target = targetOf(url);
  if (allowedPorts !== undefined && !allowedPorts.includes(target.port)) {
    const ports = allowedPorts.join(', ');
    return no(`Port ${target.port} may not be called; the ports that may are ${ports}.`);
  }
  const { because, target: whole } = judgeHost(target);
  return because === undefined ? { ok: true, url } : { url, target: whole, because };
}

function parsed(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** Returns why a host is refused, if it is, and the target with the address that its name is. */
function judgeHost(target: Target): { readonly because: string | undefined; target: Target } {
  const { hostname } = target;
  const kind = judgeAddress(hostname);
  if (kind === 'invalid') return { because: whyNameIsRefused(hostname), target };
  const because = kind === 'public' ? undefined : `the address is ${kind}, not public`;
  return { because, target: { ...target, address: hostname } };
}

function no(message: string, reason: 'invalid' | 'refused' = 'refused'): UrlVerdict {
  return { ok: false, reason, message };
}

/** The rules as options. */
export const URL_RULES: OptionTable<UrlRules> = {
  allow: FUNCTION,
  allowedPorts: { must: 'a list of ports', holds: Array.isArray },
};
