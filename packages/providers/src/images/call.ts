import {
  ProviderFailure,
  type AttemptContext,
  type ImageData,
  type ImageEvent,
  type ImageEvents,
  type IncomingResponse,
} from '@model-gateway/core';
import { checkImage } from '@model-gateway/core/kit';
import { bufferedEvents, isEventStream, streamedEvents } from '../wires/openai-images/decode.ts';
import { discard, watch, wholeOf } from '../http/body.ts';
import { ChunkMemory } from '../http/chunk-memory.ts';
import { followJob, type Polling } from '../http/job-queue.ts';
import type { JsonAnswer, ProviderRequest } from '../http/provider-request.ts';
import { readCut } from '../http/read-cut.ts';
import { retried, type RetryContext } from '../http/retry.ts';
import { accepted, isSuccess, type Sending, type Upstream } from '../http/upstream.ts';

/** A provider of images as its calls see it. */
export interface ImageUpstream extends Upstream {
  /** The name of the members of its JSON that hold images. */
  readonly payloadKey: string;
}

/** The calls of one attempt: bound to its signal, its limits and the provider's key. */
export class Call {
  readonly #context: AttemptContext;
  readonly #upstream: ImageUpstream;

  constructor(context: AttemptContext, upstream: ImageUpstream) {
    this.#context = context;
    this.#upstream = upstream;
  }

  /** Yields the events of an answer in the shape of contract §4.4 or §4.5, by its content type. */
  images(request: ProviderRequest): AsyncGenerator<ImageEvent, void> & ImageEvents {
    const memory = new ChunkMemory();
    const free = (data: ImageData) => memory.free(data);
    return Object.assign(this.#images(request, memory), { free });
  }

  async *#images(request: ProviderRequest, memory: ChunkMemory): AsyncGenerator<ImageEvent, void> {
    const response = await this.#submit(request);
    memory.isOurs = response.body.isReadersOwn === true;
    const body = this.#watched(response);
    const { failures } = this.#upstream;
    yield* isEventStream(response.headers)
      ? streamedEvents(body, failures)
      : bufferedEvents(body, failures);
  }

  /** Sends the request that may be billed, and reads its answer as JSON. */
  async json(request: ProviderRequest): Promise<JsonAnswer> {
    return this.#readJson(await this.#submit(request));
  }

  /** Reads JSON that costs nothing to read again, retried. */
  read(path: string): Promise<JsonAnswer> {
    return retried(() => this.#get(path), FIRST_PAUSE_MS, this.#retryContext());
  }

  async #get(path: string): Promise<JsonAnswer> {
    return this.#readJson(await this.#send({ method: 'GET', path }));
  }

  /** Polls a job until it has ended; calls it off when the attempt ends before. */
  poll(polling: Polling): Promise<JsonAnswer> {
    return followJob(polling, {
      ...this.#retryContext(),
      get: (path) => this.#get(path),
      progress: () => this.#context.progress(),
      cancel: (request) => this.#cancel(request),
    });
  }

  /**
   * Downloads a result. The provider's key is never sent, and the guarded client decides whether
   * the address may be called.
   */
  async download(url: unknown): Promise<{ readonly data: ImageData; readonly mediaType: string }> {
    if (typeof url !== 'string' || !URL.canParse(url)) {
      throw new ProviderFailure('malformed', 'it answered without the address of an image');
    }
    return retried(() => this.#download(url), FIRST_PAUSE_MS, this.#retryContext());
  }

  async #download(url: string): Promise<{ data: ImageData; mediaType: string }> {
    const { http } = this.#upstream;
    const { signal } = this.#context;
    const headers = { accept: 'image/*', 'accept-encoding': 'identity' };
    const response = await http({ url, method: 'GET', headers, signal, maxRedirects: 3 });
    this.#context.progress();
    if (!isSuccess(response)) {
      await discard(response.body);
      throw gone(response.status);
    }
    const bytes = await wholeOf(this.#watched(response), response.headers['content-length']);
    const data: ImageData = { encoding: 'bytes', bytes };
    const mediaType = checkImage(data);
    if (mediaType === undefined) {
      throw new ProviderFailure('malformed', 'its result is not a whole image');
    }
    return { data, mediaType };
  }

  #submit(request: ProviderRequest): Promise<IncomingResponse> {
    return this.#send(request, { onDispatch: () => this.#context.dispatched() });
  }

  #send(request: ProviderRequest, sending?: Sending): Promise<IncomingResponse> {
    return accepted(this.#upstream, request, this.#context, sending);
  }

  #readJson(response: IncomingResponse): Promise<JsonAnswer> {
    return readCut(response, this.#context, this.#upstream);
  }

  #watched({ body }: IncomingResponse): AsyncGenerator<Uint8Array, void> {
    return watch(body, this.#context, this.#upstream.maxAnswerBytes);
  }

  #retryContext(): RetryContext {
    const { clock, random } = this.#upstream;
    return { clock, random, signal: this.#context.signal };
  }

  /** The attempt's own signal has aborted already, so the cancellation has one of its own. */
  #cancel(request: ProviderRequest): void {
    const controller = new AbortController();
    const stop = this.#upstream.clock.after(CANCEL_MS, () => controller.abort(), 'limit');
    this.#upstream
      .send(request, controller.signal)
      .then(({ body }) => discard(body))
      // The job then ends on its own; its result is not awaited.
      .catch(() => {})
      .finally(stop);
  }
}

const FIRST_PAUSE_MS = 500;
const CANCEL_MS = 5000;

/** A status of the place where results are kept says nothing about our credential or the model. */
function gone(status: number): ProviderFailure {
  const isPassing = status >= 500 || status === 429;
  return isPassing
    ? new ProviderFailure('server', `its result could not be fetched (status ${status})`)
    : new ProviderFailure('server', `its result is gone (status ${status})`);
}
