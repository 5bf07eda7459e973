// The client function under test; the examples for node:test, Vitest and Jest each have it.

export interface GatewayAccess {
  readonly baseURL: string;
  readonly apiKey: string;
}

/** The error that the gateway answered instead of an image. */
class DrawError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'DrawError';
    this.status = status;
  }
}

const ATTEMPTS = 3;

/** An image of the prompt; asks again while the providers are overloaded. */
export async function draw(
  prompt: string,
  { baseURL, apiKey }: GatewayAccess,
): Promise<Uint8Array> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`${baseURL}/images`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'acme/paint-1', prompt }),
    });
    // The gateway's two forms of an answer to this request.
    const body = (await response.json()) as
      | { data: readonly { b64_json: string }[]; error?: undefined }
      | { error: { message: string } };
    if (body.error === undefined) return Buffer.from(body.data[0]?.b64_json ?? '', 'base64');
    if (response.status !== 529 || attempt === ATTEMPTS) {
      throw new DrawError(response.status, body.error.message);
    }
    await new Promise((proceed) => {
      setTimeout(proceed, Number(response.headers.get('retry-after-ms') ?? 1000));
    });
  }
}
