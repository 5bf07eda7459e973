import { Buffer } from 'node:buffer';
import { crc32 } from 'node:zlib';

/** Returns a message of an event stream of AWS, with headers that are texts. */
function awsFrame(headers: Readonly<Record<string, string>>, payload: object): Buffer {
  const head = Buffer.concat(
    Object.entries(headers).flatMap(([name, value]) => [
      Buffer.from([Buffer.byteLength(name)]),
      Buffer.from(name),
      Buffer.from([7]),
      sized(Buffer.byteLength(value), 2),
      Buffer.from(value),
    ]),
  );
  const body = Buffer.from(JSON.stringify(payload));
  const lengths = [sized(16 + head.byteLength + body.byteLength, 4), sized(head.byteLength, 4)];
  const prelude = Buffer.concat(lengths);
  const message = Buffer.concat([prelude, sized(crc32(prelude), 4), head, body]);
  return Buffer.concat([message, sized(crc32(message), 4)]);
}

/** Returns an event as Bedrock frames it. */
export function awsEvent(type: string, payload: object): Buffer {
  const headers = { ':event-type': type, ':content-type': 'application/json' };
  return awsFrame({ ...headers, ':message-type': 'event' }, payload);
}

function sized(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}
