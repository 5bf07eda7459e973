import { createHash } from 'node:crypto';
import type {
  AttemptContext,
  CatalogEntry,
  ImageEndpoint,
  ImageEvent,
  ImageJob,
  ImageProvider,
} from '@model-gateway/core';
import { ARCHETYPES } from '../../src/images/capabilities/archetypes.ts';
import {
  createMockImageProvider,
  type MockImageProviderOptions,
} from '../../src/images/create-mock-image-provider.ts';

export const STUDIO: ImageEndpoint = { ...ARCHETYPES.studio, seed: true, pricing: [] };
const VECTOR: ImageEndpoint = { ...ARCHETYPES.vector, seed: true, pricing: [] };
const EDITOR: ImageEndpoint = { ...ARCHETYPES.editor, seed: true, pricing: [] };

/** A provider with one model of each kind that the tests need. */
export function studio(options: Partial<MockImageProviderOptions> = {}): ImageProvider {
  const endpoints = new Map([
    ['acme/paint-1', STUDIO],
    ['acme/paint-1-svg', VECTOR],
    ['acme/paint-1-edit', EDITOR],
  ]);
  return createMockImageProvider({ endpoints, ...options });
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
  };
}

export async function eventsOf(
  provider: ImageProvider,
  job: ImageJob,
  context: AttemptContext = aContext(),
): Promise<ImageEvent[]> {
  const events: ImageEvent[] = [];
  for await (const event of provider.generate(job, context)) events.push(event);
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

/** A model as the catalog has it, as far as its endpoint depends on it. */
export function aModel(changes: Partial<CatalogEntry['model']> = {}): CatalogEntry['model'] {
  const id = changes.id ?? 'acme/paint-1';
  return {
    id,
    canonical_slug: id,
    name: id,
    created: 1_700_000_000,
    context_length: null,
    architecture: {
      modality: 'text+image->image',
      input_modalities: ['text', 'image'],
      output_modalities: ['image'],
    },
    pricing: { prompt: '0', completion: '0', image_output: '0.04' },
    supported_parameters: [],
    default_parameters: null,
    supported_voices: null,
    per_request_limits: null,
    top_provider: { is_moderated: false },
    links: { details: `/v1/models/${id}/endpoints` },
    ...changes,
  };
}
