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

  /**
   * Resolves to the `data` of the answer, undefined if it has none. Rejects with the mock's own
   * message, and with GW1605 when no mock answers.
   */
  async call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await this.#send(method, path, body);
    if (response.status === 204) return undefined;
    const answer: unknown = await response.json().catch(() => undefined);
    if (response.ok && isJsonObject(answer) && 'data' in answer) return answer['data'];
    const error = isJsonObject(answer) ? answer['error'] : undefined;
    if (!isJsonObject(error))
      throw this.noMock(`${response.status} without the form of its answers`);
    throw toError(response.status, error);
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

  async #send(method: string, path: string, body: unknown): Promise<Response> {
    const { url, token } = this.#options;
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    try {
      return await this.#options.fetch(url + CONTROL_PATH + path, init);
    } catch (cause) {
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
