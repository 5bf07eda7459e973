export interface GatewayAccess {
  readonly baseURL: string;
  readonly apiKey: string;
}

/** The id of the cheapest model that takes all of these request parameters. */
export async function cheapestModelWith(
  parameters: readonly string[],
  { baseURL, apiKey }: GatewayAccess,
): Promise<string | undefined> {
  const query = new URLSearchParams({
    supported_parameters: parameters.join(','),
    sort: 'pricing-low-to-high',
    limit: '1',
  });
  const response = await fetch(`${baseURL}/models?${query}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  // The gateway's two forms of an answer to this request.
  const body = (await response.json()) as
    | { data: readonly { id: string }[]; error?: undefined }
    | { data?: undefined; error: { message: string } };
  if (body.error !== undefined) throw new Error(body.error.message);
  return body.data[0]?.id;
}
