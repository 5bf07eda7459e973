import { createCipheriv } from 'node:crypto';

let text: string | undefined;

/** Returns 64 KiB of text that hardly compresses, the same in every run. */
export function noise(): string {
  return (text ??= createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16))
    .update(Buffer.alloc(48 * 1024))
    .toString('base64'));
}
