import { isJsonObject } from '@model-gateway/core/kit';
import { diagnostic } from '../../diagnostics.ts';
import { CONTROL_PATH } from '../../http/control-path.ts';
import { ControlError } from './control-error.ts';

export interface ClientOptions {
  /** The bare host of the mock. */
  readonly url: string;
  readonly token: string | undefined;
  readonly fetch: typeof fetch;
}

/** Sends requests to the control interface of a mock. */
export class ControlClient {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** The bare host of the mock. */
  get url(): string {
    return this.#options.url;
  }

  /**
   * Resolves to the `data` of the answer, undefined if it has none; `Data` is what the interface's
   * description says of it. Rejects with the mock's own message, and with GW1605 when no mock answers.
   */
  async call<Data = void>(method: string, path: string, body?: unknown): Promise<Data> {
    const response = await this.#send(method, path, { body });
    if (response.status === 204) return undefined as Data;
    const answer: unknown = await response.json().catch(() => undefined);
    // The mock of this version answers as it is described.
    if (response.ok && isJsonObject(answer) && 'data' in answer) return answer['data'] as Data;
    throw this.#errorOf(response, answer);
  }

  /** Resolves to the bytes of a stream; rejects as `call` does. */
  async stream(path: string, signal?: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const response = await this.#send('GET', path, { signal });
    if (response.ok && response.body !== null) return response.body;
    throw this.#errorOf(response, await response.json().catch(() => undefined));
  }

  #errorOf(response: Response, answer: unknown): Error {
    const error = isJsonObject(answer) ? answer['error'] : undefined;
    if (isJsonObject(error)) return toError(response.status, error);
    return this.noMock(`${response.status} without the form of its answers`);
  }

  /**
   * Returns a URL of the mock with its host, which a mock without a port of its own does not know.
   */
  absolute(url: string): string {
    return new URL(url, this.#options.url).href;
  }

  noMock(got: string, cause?: unknown): Error {
    return diagnostic(
      'GW1605',
      `expected a mock gateway with a control interface at ${this.#options.url}, got ${got}: ` +
        'pass the URL that it prints at its start, without /v1',
      { cause },
    );
  }

  async #send(
    method: string,
    path: string,
    { body, signal }: { readonly body?: unknown; readonly signal?: AbortSignal | undefined },
  ): Promise<Response> {
    const { url, token } = this.#options;
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const sent = signal === undefined ? {} : { signal };
    const init = {
      method,
      headers,
      ...sent,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    try {
      return await this.#options.fetch(url + CONTROL_PATH + path, init);
    } catch (cause) {
      if (signal?.aborted === true) throw signal.reason;
      throw this.noMock('nothing', cause);
    }
  }
}

function toError(status: number, error: Readonly<Record<string, unknown>>): ControlError {
  const { message, metadata } = error;
  const code = isJsonObject(metadata) ? metadata['diagnostic'] : undefined;
  return new ControlError(typeof message === 'string' ? message : `the mock answered ${status}`, {
    status,
    diagnostic: typeof code === 'string' ? code : undefined,
  });
}
