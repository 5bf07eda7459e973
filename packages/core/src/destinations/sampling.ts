import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * Whether a destination receives the trace or session `id`, at a rate from 0.0001 to 1. The result
 * is the same for every request of a trace and independent between destinations, and a higher rate
 * includes everything that a lower one does. Source: contract §8.8, §5.7.
 */
export function isSampled(id: string, destinationId: string, rate: number): boolean {
  const digest = sha256(utf8ToBytes(`${destinationId}\n${id}`));
  // 32 bits are fine enough: the smallest rate is 430,000 of their steps.
  const share = new DataView(digest.buffer, digest.byteOffset).getUint32(0) / 2 ** 32;
  return share < rate;
}
