import {
  createManualClock,
  type ImageEndpoint,
  type ImageEvent,
  type ImageJob,
} from '@model-gateway/core';
import { createGuardedHttpClient } from '@model-gateway/egress';
import { upstreamGateway } from '@model-gateway/providers/gateway';
import { startScriptedUpstream, type Script } from './scripted-upstream.ts';
import { SCRIPT_NOW } from './scripts.ts';

export const API_KEY = 'upstream-key-4711';

export const ENDPOINT: ImageEndpoint = {
  formats: ['png', 'jpeg', 'webp'],
  maxImages: 4,
  maxReferences: 16,
  seed: true,
  compression: true,
  streams: true,
  passthrough: new Set(['style']),
  pricing: [{ billable: 'output_image', unit: 'image', usd: '0.04' }],
};

export const JOB: ImageJob = {
  model: 'acme/painter',
  prompt: 'a cat',
  n: 1,
  format: 'png',
  references: [],
  stream: false,
  options: {},
};

/** A provider over a scripted upstream, reached through the guarded client. */
export async function startScene(...scripts: Script[]) {
  const upstream = await startScriptedUpstream(...scripts);
  const http = createGuardedHttpClient({ allow: ({ address }) => address === '127.0.0.1' });
  const provider = upstreamGateway({
    slug: 'acme',
    name: 'Acme',
    baseUrl: upstream.baseUrl,
    apiKey: API_KEY,
    http,
    models: { 'acme/painter': { endpoint: ENDPOINT, upstream: 'painter-v2' } },
    clock: createManualClock(SCRIPT_NOW),
  });
  const controller = new AbortController();
  const seen = { dispatches: 0, progress: 0, events: [] as ImageEvent[] };
  const context = {
    signal: controller.signal,
    dispatched: () => void seen.dispatches++,
    progress: () => void seen.progress++,
    hold: () => undefined,
  };
  return {
    upstream,
    provider,
    context,
    seen,
    abort: (reason: Error) => controller.abort(reason),
    /** Runs a job to its end; `seen.events` has its events even if it fails. */
    async run(job: Partial<ImageJob> = {}): Promise<readonly ImageEvent[]> {
      for await (const event of provider.images.generate({ ...JOB, ...job }, context)) {
        seen.events.push(event);
      }
      return seen.events;
    },
    async [Symbol.asyncDispose]() {
      await http.close();
      await upstream[Symbol.asyncDispose]();
    },
  };
}

/** Returns the events with their images as text, for comparison. */
export function summary(events: readonly ImageEvent[]): unknown[] {
  return events.map((event) => {
    if (event.type !== 'image' && event.type !== 'partial') return event;
    const { data } = event;
    const base64 =
      data.encoding === 'base64'
        ? Buffer.concat(data.parts).toString()
        : Buffer.from(data.bytes).toString('base64');
    return { type: event.type, index: event.index, mediaType: event.mediaType, base64 };
  });
}
