import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { ProviderFailure, type ReferenceImage } from '@model-gateway/core';

/** One part of a form: a text, or a file. Parts whose value is undefined are left out. */
export interface FormPart {
  readonly name: string;
  readonly value: string | number | boolean | ReferenceImage | undefined;
}

/**
 * Encodes `multipart/form-data`. Files get a name and their media type: servers refuse parts that
 * are only `application/octet-stream`. Source: RFC 7578.
 */
export function encodeForm(parts: readonly FormPart[]): {
  readonly contentType: string;
  readonly body: Uint8Array;
} {
  // Random, so that no value can contain it.
  const boundary = `form-${randomUUID()}`;
  const chunks: Uint8Array[] = [];
  let files = 0;
  for (const { name, value } of parts) {
    if (value === undefined) continue;
    const isFile = typeof value === 'object';
    const head = isFile ? fileHead(value, ++files) : '';
    chunks.push(
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${head}\r\n\r\n`),
      isFile ? value.bytes : Buffer.from(String(value)),
      Buffer.from('\r\n'),
    );
  }
  chunks.push(Buffer.from(`--${boundary}--\r\n`));
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat(chunks),
  };
}

function fileHead({ mediaType }: ReferenceImage, number: number): string {
  const extension = mediaType.replace(/^image\//, '').replace(/\W.*$/, '');
  return `; filename="image-${number}.${extension}"\r\ncontent-type: ${mediaType}`;
}

type Scalar = string | number | boolean;

/** Returns options for a form. Throws `parameter` for values that a form cannot hold. */
export function scalarsOf(
  options: Readonly<Record<string, unknown>>,
): Readonly<Record<string, Scalar>> {
  const scalars: Record<string, Scalar> = {};
  for (const [key, value] of Object.entries(options)) {
    const isScalar = ['string', 'number', 'boolean'].includes(typeof value);
    if (!isScalar)
      throw new ProviderFailure('parameter', `${key} must be a text, number or boolean`);
    // Its type was just checked.
    scalars[key] = value as Scalar;
  }
  return scalars;
}
