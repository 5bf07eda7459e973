import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * Returns whether a destination receives the trace or session `id`, at a rate from 0.0001 to 1. The
 * result is the same for every request of a trace and independent between destinations, and a
 * higher rate includes everything that a lower one does. Source: contract §8.8, §5.7.
 */
export function isSampled(id: string, destinationId: string, rate: number): boolean {
  return rate >= 1 || isSampledBy(samplingKey(id), samplingKey(destinationId), rate);
}

/**
 * Returns the 32 bits that stand for an id in sampling. Hashing costs several microseconds: do it
 * once per record and once per destination, and compare with `isSampledBy`. Source: contract §5.7.
 */
export function samplingKey(id: string): number {
  const [a = 0, b = 0, c = 0, d = 0] = sha256(utf8ToBytes(id));
  return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
}

/**
 * `isSampled` for ids of which the keys are known. Source: contract §5.7.
 */
export function isSampledBy(recordKey: number, destinationKey: number, rate: number): boolean {
  // 32 bits are fine enough: the smallest rate is 430,000 of their steps.
  return mixed(recordKey ^ destinationKey) / 2 ** 32 < rate;
}

/** The finalizer of MurmurHash3: every bit of the input changes half of the bits of the result. */
function mixed(bits: number): number {
  let hash = bits;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
