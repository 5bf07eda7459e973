import { documentText } from '../http/interface-pages.ts';

/** `model-gateway-mock openapi`: prints the interface as an OpenAPI document. */
export async function openApiCommand(args: readonly string[]): Promise<number> {
  if (args.length > 0) throw new Error(`openapi takes no options, got "${args.join(' ')}"`);
  const { createOpenApiDocument } = await import('@model-gateway/openapi');
  process.stdout.write(documentText(createOpenApiDocument()));
  return 0;
}
