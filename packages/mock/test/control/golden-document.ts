import { createControlDocument } from '../../src/control/interface/control-document.ts';

export const GOLDEN_FILE = new URL('../../../../fixtures/control-openapi.json', import.meta.url);

/** The document as it is checked in. */
export function goldenText(): string {
  return `${JSON.stringify(createControlDocument(), null, 2)}\n`;
}
