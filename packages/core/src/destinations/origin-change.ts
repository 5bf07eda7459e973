import type { JsonObject } from '../json-value.ts';
import type { IssueList } from '../input/issue-list.ts';
import { shorten } from '../input/quote.ts';
import { isWebUrl } from '../input/web-url.ts';
import { isMask } from './mask.ts';
import { replaceSecrets, type ConfigPath } from './secrets.ts';

/**
 * What a PATCH that changes the origin of a destination's address does with secrets that it does
 * not send: keep them, as every member that is left out, or ask for them. Source: contract §5.11.
 */
export const ORIGIN_CHANGES = ['keep-secrets', 'require-secrets'] as const;
/** What happens to stored secrets when a PATCH sends telemetry elsewhere. Source: contract §5.11. */
export type OriginChange = (typeof ORIGIN_CHANGES)[number];

/** Members that say where telemetry goes. Regions and buckets stay with their vendor. */
const ADDRESSES = ['baseUrl', 'endpoint', 'url', 'host', 'otlpEndpoint', 'account'] as const;

export interface ConfigChange {
  readonly type: string;
  readonly stored: JsonObject;
  /** The config of the patch, masks included. */
  readonly sent: JsonObject;
  /** Both together, without masks. */
  readonly merged: JsonObject;
}

/**
 * Adds a problem for each stored secret that the patch would redirect to another origin without
 * sending it again: a caller who may edit the address must not obtain secrets they do not have.
 */
export function checkOriginChange(
  { type, stored, sent, merged }: ConfigChange,
  issues: IssueList,
): void {
  const address = ADDRESSES.find((name) => originOf(merged[name]) !== originOf(stored[name]));
  if (address === undefined) return;
  for (const path of secretsIn(type, merged)) {
    if (isSent(sent, path)) continue;
    issues.add(() => ({
      path: shown(path),
      message: `${shown(path)} must be sent in full, because config.${address} changes its origin`,
    }));
  }
}

/** Scheme, host and port of a URL; anything else as it is, without case, as host names are. */
function originOf(address: unknown): unknown {
  if (typeof address !== 'string') return undefined;
  return isWebUrl(address) ? new URL(address).origin : address.toLowerCase();
}

function secretsIn(type: string, config: JsonObject): readonly ConfigPath[] {
  const found: ConfigPath[] = [];
  replaceSecrets(type, config, (value, path) => {
    if (value !== null && typeof value !== 'boolean') found.push(path);
    return value;
  });
  return found;
}

/** Whether the client sent a value of its own at this place, not a mask. */
function isSent(sent: JsonObject, path: ConfigPath): boolean {
  let value: unknown = sent;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return false;
    // Both lists and objects have the steps of a path as names of members.
    value = (value as JsonObject)[String(step)];
  }
  return !isMask(value);
}

const LONGEST_PATH = 200;

function shown(path: ConfigPath): string {
  return shorten(['config', ...path].join('.'), LONGEST_PATH);
}
