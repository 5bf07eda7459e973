import { lookup as lookupName } from 'node:dns/promises';
import { isIPv6, type LookupFunction } from 'node:net';
import { EgressError } from '@model-gateway/core';
import { judgeAddress } from './judge-address.ts';
import type { UrlRules } from './judge-url.ts';
import type { Target } from './target.ts';

/** Resolves a name to all its addresses. */
export type Lookup = (hostname: string) => Promise<readonly string[]>;

/** Resolves a name with the operating system, hosts file included. */
export const systemLookup: Lookup = async (hostname) => {
  const answers = await lookupName(hostname, { all: true });
  return answers.map(({ address }) => address);
};

/**
 * Creates a `lookup` for connections to one target. Connections go to the addresses that it
 * returns, so nothing can change between the check and the connection. One forbidden answer refuses
 * the name: a mix of private and public answers suggests an attack.
 */
export function checkedLookup(
  target: Target,
  lookup: Lookup,
  allow: UrlRules['allow'],
): LookupFunction {
  return (hostname, options, callback) => {
    checkedAddresses(hostname, target, lookup, allow).then(
      (addresses) =>
        options.all === true
          ? callback(null, addresses)
          : callback(null, addresses[0].address, addresses[0].family),
      (error: unknown) => callback(toError(error), []),
    );
  };
}

interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

async function checkedAddresses(
  hostname: string,
  target: Target,
  lookup: Lookup,
  allow: UrlRules['allow'],
): Promise<[Address, ...Address[]]> {
  const answers = await resolve(hostname, lookup);
  const bad = answers
    .map((address) => ({ address, kind: judgeAddress(address) }))
    .find(({ address, kind }) => {
      if (kind === 'public') return false;
      return kind === 'invalid' || allow?.({ ...target, address }) !== true;
    });
  if (bad !== undefined) {
    // The client learns the kind only; the address itself would reveal our network.
    const what = `${hostname} may not be called: it has an address that is ${bad.kind}, not public.`;
    throw new EgressError('refused', what);
  }
  const [first, ...others] = answers.map(withFamily);
  if (first === undefined) throw new EgressError('unreachable', `${hostname} has no address.`);
  return [first, ...others];
}

async function resolve(hostname: string, lookup: Lookup): Promise<readonly string[]> {
  try {
    return await lookup(hostname);
  } catch (error) {
    throw new EgressError('unreachable', `${hostname} has no known address.`, error);
  }
}

function withFamily(address: string): Address {
  return { address, family: isIPv6(address) ? 6 : 4 };
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error('lookup failed', { cause: error });
}
