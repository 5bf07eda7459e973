import { createHash } from 'node:crypto';
import type { AttemptContext, ImageEndpoint, ImageEvent, ImageJob } from '@model-gateway/core';
import { imageEndpointOf, model, type ImageAbilities } from '@model-gateway/worlds';
import {
  createPictureProvider,
  type PictureProvider,
  type PictureProviderOptions,
} from '../src/create-picture-provider.ts';

export const STUDIO = endpointOf('studio');
const VECTOR = endpointOf('vector');
const EDITOR = endpointOf('editor');

function endpointOf(kind: ImageAbilities['kind']): ImageEndpoint {
  const endpoint = imageEndpointOf(model({ id: 'acme/paint-1', output: ['image'] }).model, {
    kind,
  });
  if (endpoint === undefined) throw new Error('expected a model that makes images');
  return { ...endpoint, pricing: [] };
}

/** A provider with one model of each kind that the tests need. */
export function studio(options: Partial<PictureProviderOptions> = {}): PictureProvider {
  const endpoints = new Map([
    ['acme/paint-1', STUDIO],
    ['acme/paint-1-svg', VECTOR],
    ['acme/paint-1-edit', EDITOR],
  ]);
  return createPictureProvider({ endpoints, ...options });
}

/** Small, so that tests are quick. */
export function aJob(changes: Partial<ImageJob> = {}): ImageJob {
  const pixels = { width: 160, height: 128 };
  return {
    model: changes.format === 'svg' ? 'acme/paint-1-svg' : 'acme/paint-1',
    prompt: 'a red panda',
    n: 1,
    format: 'png',
    references: [],
    stream: false,
    options: {},
    ...(changes.tier === undefined && changes.aspectRatio === undefined && { pixels }),
    ...changes,
  };
}

export interface Calls extends AttemptContext {
  readonly calls: string[];
}

export function aContext(signal: AbortSignal = new AbortController().signal): Calls {
  const calls: string[] = [];
  return {
    calls,
    signal,
    dispatched: () => void calls.push('dispatched'),
    progress: () => void calls.push('progress'),
    hold: () => undefined,
  };
}

export async function eventsOf(
  provider: PictureProvider,
  job: ImageJob,
  context: AttemptContext = aContext(),
): Promise<ImageEvent[]> {
  const events: ImageEvent[] = [];
  for await (const event of provider.images.generate(job, context)) events.push(event);
  return events;
}

/** The bytes of a job's images, in order. */
export async function imagesOf(job: ImageJob, provider = studio()): Promise<Uint8Array[]> {
  return bytesOf(await eventsOf(provider, job), 'image');
}

export function bytesOf(events: readonly ImageEvent[], type: 'image' | 'partial'): Uint8Array[] {
  return events.flatMap((event) =>
    event.type === type && event.data.encoding === 'bytes' ? [event.data.bytes] : [],
  );
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
