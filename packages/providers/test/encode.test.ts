import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ImageJob } from '@model-gateway/core';
import { toImageRequest } from '../src/gateway/images.ts';
import { encodeJson } from '../src/http/json-body.ts';
import { JOB } from './attempt.ts';

function encoded(job: Partial<ImageJob>, model = 'painter-v2'): unknown {
  return JSON.parse(
    Buffer.concat(encodeJson(toImageRequest({ ...JOB, ...job }, model))).toString(),
  );
}

describe('toImageRequest', () => {
  it('passes every parameter on', () => {
    const job: ImageJob = {
      model: 'acme/painter',
      prompt: 'grüße "模型" 🎨\n',
      n: 3,
      format: 'webp',
      aspectRatio: '16:9',
      tier: '2K',
      pixels: { width: 1536, height: 1024 },
      quality: 'high',
      background: 'transparent',
      compression: 0,
      seed: 0,
      references: [
        { bytes: new TextEncoder().encode('first'), mediaType: 'image/png' },
        { bytes: new Uint8Array([0, 255, 254]).subarray(1), mediaType: 'image/jpeg' },
      ],
      stream: true,
      options: { style: 'ink' },
    };
    assert.deepEqual(encoded(job), {
      style: 'ink',
      model: 'painter-v2',
      prompt: 'grüße "模型" 🎨\n',
      n: 3,
      output_format: 'webp',
      aspect_ratio: '16:9',
      resolution: '2K',
      size: '1536x1024',
      quality: 'high',
      background: 'transparent',
      output_compression: 0,
      seed: 0,
      stream: true,
      input_references: [
        { type: 'image_url', image_url: { url: 'data:image/png;base64,Zmlyc3Q=' } },
        { type: 'image_url', image_url: { url: 'data:image/jpeg;base64,//4=' } },
      ],
    });
  });

  it('leaves out what the job does not have', () => {
    assert.deepEqual(encoded({}), {
      model: 'painter-v2',
      prompt: 'a cat',
      n: 1,
      output_format: 'png',
    });
  });

  it('does not let an option set a parameter', () => {
    const options = {
      model: 'another',
      n: 10,
      size: '8192x8192',
      stream: true,
      input_references: [{ type: 'image_url', image_url: { url: 'http://169.254.169.254/' } }],
    };
    assert.deepEqual(encoded({ options }), encoded({}));
  });

  it('escapes a media type as JSON text', () => {
    const references = [{ bytes: new Uint8Array(0), mediaType: 'image/"png\\' }];
    assert.deepEqual(encoded({ references }), {
      ...(encoded({}) as object),
      input_references: [{ type: 'image_url', image_url: { url: 'data:image/"png\\;base64,' } }],
    });
  });
});
