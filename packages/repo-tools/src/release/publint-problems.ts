import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import type { PackedPackage } from './pack-packages.ts';

/** Returns publint's warnings for a packed package. */
export async function publintProblems({ bytes }: PackedPackage): Promise<readonly string[]> {
  const { messages, pkg } = await publint({ pack: { tarball: bytes.buffer }, level: 'warning' });
  return messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code);
}
