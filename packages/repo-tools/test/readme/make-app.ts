import assert from 'node:assert/strict';

interface AppOptions {
  readonly baseURL: string;
  readonly apiKey: string;
}

/** The app that examples test: it draws, and asks up to three times for an image. */
export function makeApp({ baseURL, apiKey }: AppOptions) {
  const ask = (body: object) =>
    fetch(`${baseURL}/images`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'acme/paint-1', resolution: '512', ...body }),
    });
  return {
    /** Resolves with the image, in base64. */
    async draw(prompt: string): Promise<string> {
      for (let attempt = 1; ; attempt++) {
        const response = await ask({ prompt });
        if (response.ok) return (await response.json()).data[0].b64_json;
        if (attempt === 3) assert.fail(`${response.status}: ${await response.text()}`);
        await response.body?.cancel();
      }
    },
    /** Resolves with the whole stream of an image. */
    async watch(prompt: string): Promise<string> {
      return (await ask({ prompt, stream: true })).text();
    },
  };
}
