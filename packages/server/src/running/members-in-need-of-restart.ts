import { isDeepStrictEqual } from 'node:util';
import type { ResolvedConfig } from '../config/resolve-config.ts';

/**
 * Returns the members, such as `server.port`, whose values differ from those that the process was
 * started with and that it takes at a start only.
 */
export function membersInNeedOfRestart(
  started: ResolvedConfig,
  changed: ResolvedConfig,
): readonly string[] {
  return MEMBERS.filter(([, read]) => !isDeepStrictEqual(read(started), read(changed))).map(
    ([name]) => name,
  );
}

/** What the ports and the log of a process are made of. */
const MEMBERS: readonly (readonly [string, (config: ResolvedConfig) => unknown])[] = [
  ['server.host', ({ server }) => server.host],
  ['server.port', ({ server }) => server.port],
  ['server.basePath', ({ server }) => server.basePath],
  ['server.cors', ({ server }) => server.cors],
  ['server.maxConnections', ({ server }) => server.maxConnections],
  ['log', ({ log }) => log],
  ['admin.host', ({ admin }) => admin?.host],
  ['admin.port', ({ admin }) => admin?.port],
  ['admin.allowHosts', ({ admin }) => admin?.allowHosts],
];
