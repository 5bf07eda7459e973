import { randomBytes } from 'node:crypto';

const MEBIBYTE = 1024 * 1024;
const PNG_HEAD = Buffer.from('89504e470d0a1a0a', 'hex');
const PNG_TAIL = Buffer.from('0000000049454e44ae426082', 'hex');

/** Both ends of a PNG and noise between them; `mebibytes` of it once it is base64. */
export function benchImage(mebibytes: number): Buffer {
  const length = (mebibytes * MEBIBYTE * 3) / 4;
  const noise = randomBytes(length - PNG_HEAD.length - PNG_TAIL.length);
  return Buffer.concat([PNG_HEAD, noise, PNG_TAIL]);
}

/** The smallest that passes for a PNG, in base64. */
export const SMALL_IMAGE = Buffer.concat([PNG_HEAD, PNG_TAIL]).toString('base64');

/** A server-sent event with an image that is not the last one. */
export function partialFrame(index: number, base64: string): Buffer {
  const type = 'image_generation.partial_image';
  return frame({ type, partial_image_index: index, b64_json: base64 });
}

/** A server-sent event with a complete image, and with what it took if the server counts that. */
export function completedFrame(base64: string, usage?: object): Buffer {
  const created = Math.floor(Date.now() / 1000);
  const type = 'image_generation.completed';
  return frame({ type, b64_json: base64, media_type: 'image/png', created, usage });
}

export const LAST_FRAME = Buffer.from('data: [DONE]\n\n');
export const EVENTS_TYPE = 'text/event-stream; charset=utf-8';

function frame(data: object): Buffer {
  return Buffer.from(`data: ${JSON.stringify(data)}\n\n`);
}
