import { createOpenApiDocument } from '@model-gateway/openapi';

export const GOLDEN_FILE = new URL('../../../fixtures/openapi.json', import.meta.url);

/** Returns the document as it is checked in. */
export function goldenText(): string {
  return `${JSON.stringify(createOpenApiDocument(), null, 2)}\n`;
}
