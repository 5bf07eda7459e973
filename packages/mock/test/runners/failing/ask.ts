interface Asked {
  readonly baseURL: string;
  readonly apiKey: string;
}

/** The status of the answer, and nothing thrown: what an app does that swallows errors. */
export async function ask({ baseURL, apiKey }: Asked, path: string): Promise<number> {
  const response = await fetch(`${baseURL}${path}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  await response.arrayBuffer();
  return response.status;
}
