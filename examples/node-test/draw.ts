export interface GatewayAccess {
  readonly baseURL: string;
  readonly apiKey: string;
}

/** What the gateway answered instead of an image. */
export class DrawError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'DrawError';
    this.status = status;
  }
}

/** An image of the prompt, by this model. */
export async function draw(
  model: string,
  prompt: string,
  { baseURL, apiKey }: GatewayAccess,
): Promise<Uint8Array> {
  const response = await fetch(`${baseURL}/images`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, prompt }),
  });
  // The gateway's two forms of an answer to this request.
  const body = (await response.json()) as
    | { data: readonly { b64_json: string }[]; error?: undefined }
    | { error: { message: string } };
  if (body.error !== undefined) throw new DrawError(response.status, body.error.message);
  return Buffer.from(body.data[0]?.b64_json ?? '', 'base64');
}
