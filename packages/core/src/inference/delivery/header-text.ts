/** A parameter that was not obeyed exactly, and what became of it. */
export interface Warning {
  readonly parameter: string;
  readonly note: string;
}

const LONGEST_HEADER = 1000;

/** Returns visible ASCII and spaces only: names come from requests and configuration. */
export function headerText(text: string): string {
  return text.slice(0, LONGEST_HEADER).replace(/[^\x20-\x7e]/g, '?');
}

/** Returns `x-gateway-warnings: aspect_ratio=clamped:16:9, quality=ignored`. Source: contract §4.3. */
export function warningHeader(warnings: readonly Warning[]): Record<string, string> {
  if (warnings.length === 0) return {};
  // What a dialect could not read an endpoint may have to leave out as well.
  const texts = new Set(warnings.map(({ parameter, note }) => `${parameter}=${note}`));
  return { 'x-gateway-warnings': headerText([...texts].join(', ')) };
}
