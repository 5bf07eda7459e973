import {
  systemClock,
  type AttemptContext,
  type Clock,
  type HttpClient,
  type ImageEndpoint,
  type ImageEvent,
  type ImageJob,
  type ImageProvider,
  type IncomingResponse,
  type ProviderFailure,
} from '@model-gateway/core';
import { bufferedEvents, isEventStream, streamedEvents } from './answer-events.ts';
import { classifyAnswer } from './classify.ts';
import { discard, headOf, watch } from './body.ts';
import { encodeJob } from './encode.ts';
import { failureOfCall } from './failure-of-call.ts';

export interface UpstreamImageProviderOptions {
  /** Lower case, for example `acme-cloud`; `provider.only` and `provider.order` refer to it. */
  readonly slug: string;
  /** Display name, also sent in the header `x-provider-name`. */
  readonly name: string;
  /** With its version segment: `https://api.example.com/v1`. */
  readonly baseUrl: string;
  /** Sent as a bearer token. */
  readonly apiKey: string;
  /** The guarded HTTP client, which has to allow `baseUrl` if that is not a public address. */
  readonly http: HttpClient;
  /** The models it serves, by model id. */
  readonly models: Readonly<Record<string, UpstreamModel>>;
  /** Path below `baseUrl`; `/images` by default. */
  readonly path?: string | undefined;
  /** Limit of an answer in bytes, above which it is malformed; 512 MiB by default. */
  readonly maxAnswerBytes?: number | undefined;
  /** Clock that dates in `retry-after` are relative to. */
  readonly clock?: Clock | undefined;
}

export interface UpstreamModel {
  readonly endpoint: ImageEndpoint;
  /** The upstream's name of the model, if it differs from the model id. */
  readonly upstreamModel?: string | undefined;
}

/**
 * Creates a provider for an upstream with the gateway's own image API, buffered or streamed. The
 * caller sets timeouts through `context.signal`, whose reason is then thrown. Throws `TypeError`
 * for invalid options. Source: contract §8.7, §4.
 */
export function createUpstreamImageProvider(options: UpstreamImageProviderOptions): ImageProvider {
  const { slug, name, models } = options;
  const url = urlOf(options);
  checkOptions(options);
  const modelOf = (id: string) => (Object.hasOwn(models, id) ? models[id] : undefined);
  return {
    slug,
    name,
    endpoint: (id) => modelOf(id)?.endpoint,
    generate(job, context) {
      const { upstreamModel = job.model } = modelOf(job.model) ?? {};
      return generate(job, context, { ...options, url, upstreamModel });
    },
  };
}

interface Upstream extends UpstreamImageProviderOptions {
  readonly url: string;
  readonly upstreamModel: string;
}

async function* generate(
  job: ImageJob,
  context: AttemptContext,
  upstream: Upstream,
): AsyncGenerator<ImageEvent, void> {
  const { maxAnswerBytes = DEFAULT_MAX_ANSWER_BYTES } = upstream;
  try {
    const response = await send(job, context, upstream);
    context.progress();
    if (response.status < 200 || response.status > 299) throw await failureOf(response, upstream);
    const body = watch(response.body, context, maxAnswerBytes);
    yield* isEventStream(response.headers) ? streamedEvents(body) : bufferedEvents(body);
  } catch (error) {
    context.signal.throwIfAborted();
    throw failureOfCall(error, upstream.apiKey);
  }
}

const DEFAULT_MAX_ANSWER_BYTES = 512 * 1024 * 1024;

function send(
  job: ImageJob,
  { signal, dispatched }: AttemptContext,
  { http, url, apiKey, upstreamModel }: Upstream,
): Promise<IncomingResponse> {
  return http({
    url,
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      accept: job.stream ? 'text/event-stream, application/json' : 'application/json',
      // Images are compressed already: a second layer saves little, is expensive and delays events.
      'accept-encoding': 'identity',
    },
    body: encodeJob(job, upstreamModel),
    signal,
    onDispatch: () => dispatched(),
  });
}

/** Reads the body only of a refused request, for its reason; otherwise the status is enough. */
const WITH_REASON = new Set([400, 403, 422]);

async function failureOf(
  { status, headers, body }: IncomingResponse,
  { clock = systemClock }: Upstream,
): Promise<ProviderFailure> {
  let text = '';
  if (WITH_REASON.has(status)) text = await headOf(body);
  else await discard(body);
  return classifyAnswer({ status, headers, body: text }, clock.now());
}

function urlOf({ baseUrl, path = '/images' }: UpstreamImageProviderOptions): string {
  if (!URL.canParse(baseUrl)) {
    throw new TypeError('baseUrl must be a URL such as https://api.example.com/v1');
  }
  const { protocol, username, password, search, hash, href } = new URL(baseUrl);
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new TypeError(`baseUrl must start with https:// or http://, got ${protocol}`);
  }
  if (username !== '' || password !== '' || search !== '' || hash !== '') {
    throw new TypeError('baseUrl must not have a user name, password, query or fragment');
  }
  return `${href.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;
}

function checkOptions({ slug, apiKey }: UpstreamImageProviderOptions): void {
  if (!/^[a-z0-9][a-z0-9-]*$/.test(slug)) {
    throw new TypeError(`slug must consist of lower-case letters, digits and dashes, got ${slug}`);
  }
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TypeError('apiKey must be visible ASCII characters without spaces');
  }
}
