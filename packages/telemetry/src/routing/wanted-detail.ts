import type { CompiledDestination } from './compile-destination.ts';

/** Returns how much of a request with this key the destinations of a workspace need. */
export function wantedDetail(
  channels: Iterable<{ readonly destination: CompiledDestination }>,
  keyHash: string,
): 'metadata' | 'content' | undefined {
  let detail: 'metadata' | undefined;
  for (const { destination } of channels) {
    const { isEnabled, exporter, keyHashes, isPrivate, rulesReadContent } = destination;
    if (!isEnabled || exporter === undefined || keyHashes?.has(keyHash) === false) continue;
    if (!isPrivate || rulesReadContent) return 'content';
    detail = 'metadata';
  }
  return detail;
}
