import type { Destination } from '../resources/destination.ts';
import { canonicalJson, isJsonObject, type JsonObject } from '../json-value.ts';
import { configMembersOf, isSecretMember, type ConfigMembers } from './kinds.ts';
import { mapMembers, replaceNestedSecrets, replaceSecrets } from './secrets.ts';

/**
 * Returns a destination as clients see it, with the secrets of its config masked. Source: contract
 * §5.2.
 */
export function maskDestination(destination: Destination): Destination {
  return { ...destination, config: maskConfig(destination.type, destination.config) };
}

/** Masks the secrets of a config, at every depth. Source: contract §5.1, §5.2. */
export function maskConfig(type: string, config: JsonObject): Record<string, unknown> {
  return replaceSecrets(type, config, hide);
}

/**
 * Replaces the masks in a config from a client by the stored values: a mask means "unchanged". A
 * mask without a stored value is dropped. Source: contract §5.2.
 */
export function unmaskConfig(
  type: string,
  sent: JsonObject,
  stored: JsonObject,
): Record<string, unknown> {
  return unmaskMembers(sent, stored, configMembersOf(type));
}

const SHORTEST_SHOWN = 12;
const SHOWN = 4;

/** Masks a secret: `sk-lf-…` → `sk-l...9f3a`. Texts shorter than 12 characters become `...`. */
export function maskSecret(secret: string): string {
  // No character is longer than two units, so the ends of a long secret are enough.
  const start = Array.from(secret.slice(0, 2 * SHORTEST_SHOWN));
  if (start.length < SHORTEST_SHOWN) return '...';
  const end = Array.from(secret.slice(-2 * SHOWN));
  return `${start.slice(0, SHOWN).join('')}...${end.slice(-SHOWN).join('')}`;
}

const MASK = /^(?:.{4}\.\.\..{4}|\.\.\.)$/su;

/** Returns whether a text has the shape of a mask, as every mask does. */
export function isMask(text: unknown): boolean {
  return typeof text === 'string' && MASK.test(text);
}

/** The members of a nested object, which no kind describes. */
const NESTED: ConfigMembers = {};

/** Secrets are text; any other value in their place is hidden completely. */
function hide(value: unknown): unknown {
  if (value === null || typeof value === 'boolean') return value;
  return typeof value === 'string' ? maskSecret(value) : '...';
}

function unmaskMembers(
  sent: JsonObject,
  stored: JsonObject,
  members: ConfigMembers,
): Record<string, unknown> {
  return mapMembers(sent, (name, value) => {
    const before = Object.hasOwn(stored, name) ? stored[name] : undefined;
    if (name === 'headers' && isJsonObject(value)) return unmaskHeaders(value, before);
    if (isSecretMember(members, name)) return isMask(value) ? before : value;
    return unmaskInside(value, before);
  });
}

/** Restores masked headers; names are compared without case, as in HTTP. */
function unmaskHeaders(sent: JsonObject, stored: unknown): Record<string, unknown> {
  const before = new Map(
    Object.entries(isJsonObject(stored) ? stored : {}).map(([name, value]) => [
      name.toLowerCase(),
      value,
    ]),
  );
  return mapMembers(sent, (name, value) =>
    isMask(value) ? before.get(name.toLowerCase()) : value,
  );
}

/**
 * Matches an item of a list to the stored item that looks like it, never to the one at the same
 * position: a secret must not move to another item because an earlier one was removed. Items that
 * look the same are matched in order, so that an unchanged list is restored exactly.
 */
function unmaskInside(sent: unknown, stored: unknown): unknown {
  if (Array.isArray(sent)) {
    const before = byLooks(Array.isArray(stored) ? stored : []);
    return sent.map((item) => {
      const alike = before.size === 0 ? undefined : before.get(canonicalJson(item));
      return (alike && nextOf(alike)) ?? unmaskInside(item, undefined);
    });
  }
  if (!isJsonObject(sent)) return sent;
  return unmaskMembers(sent, isJsonObject(stored) ? stored : {}, NESTED);
}

/** Stored items that look the same to clients. */
interface Alike {
  readonly items: unknown[];
  /** The number already matched. */
  taken: number;
}

/** Returns each item once, then the last again: a client may have copied it. */
function nextOf(alike: Alike): unknown {
  const item = alike.items[alike.taken];
  if (alike.taken < alike.items.length - 1) alike.taken++;
  return item;
}

function byLooks(items: readonly unknown[]): ReadonlyMap<string, Alike> {
  const found = new Map<string, Alike>();
  for (const item of items) {
    const looks = canonicalJson(replaceNestedSecrets(item, hide));
    const alike = found.get(looks);
    if (alike === undefined) found.set(looks, { items: [item], taken: 0 });
    else alike.items.push(item);
  }
  return found;
}
