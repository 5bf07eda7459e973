import type { CompiledDestination } from './compile-destination.ts';

/** What the destinations of a workspace want of a request with this key. */
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
