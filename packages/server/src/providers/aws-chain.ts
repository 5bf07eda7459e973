/**
 * Returns what reads keys of AWS where AWS's own tools look for them, as one text: `id:secret` or
 * `id:secret:session`. Passing ones are read anew before they end. Rejects without the package.
 */
export async function awsChain(): Promise<() => Promise<string>> {
  const { defaultProvider } = await import('@aws-sdk/credential-provider-node').catch(
    (cause: unknown) => {
      const needs =
        'credentials: chain needs the package @aws-sdk/credential-provider-node: npm install @aws-sdk/credential-provider-node';
      throw new Error(needs, { cause });
    },
  );
  const read = defaultProvider();
  return async () => {
    const { accessKeyId, secretAccessKey, sessionToken } = await read();
    return [accessKeyId, secretAccessKey, sessionToken ?? []].flat().join(':');
  };
}
