import { Buffer } from 'node:buffer';
import type { ImageJob, ReferenceImage } from '@model-gateway/core';

/**
 * Encodes a job as the JSON body of `POST /images`: its parameters, and the passthrough options for
 * this provider, which cannot override a parameter. Source: contract §4, §4.1.
 */
export function encodeJob(job: ImageJob, model: string): Uint8Array {
  const { pixels } = job;
  const head = JSON.stringify({
    ...job.options,
    model,
    prompt: job.prompt,
    n: job.n,
    output_format: job.format,
    aspect_ratio: job.aspectRatio,
    resolution: job.tier,
    size: pixels === undefined ? undefined : `${pixels.width}x${pixels.height}`,
    quality: job.quality,
    background: job.background,
    output_compression: job.compression,
    seed: job.seed,
    stream: job.stream || undefined,
    input_references: undefined,
  });
  if (job.references.length === 0) return Buffer.from(head);
  // Images are inserted as bytes: a JSON writer would search megabytes of base64 for quotes.
  const parts = [head.slice(0, -1), ',"input_references":['];
  for (const [index, reference] of job.references.entries()) {
    if (index > 0) parts.push(',');
    parts.push(...toElement(reference));
  }
  parts.push(']}');
  return Buffer.concat(parts.map((part) => Buffer.from(part)));
}

function toElement({ bytes, mediaType }: ReferenceImage): string[] {
  const prefix = JSON.stringify(`data:${mediaType};base64,`).slice(0, -1);
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  return ['{"type":"image_url","image_url":{"url":', prefix, base64, '"}}'];
}
