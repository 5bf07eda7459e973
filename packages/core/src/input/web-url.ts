/**
 * Returns whether a text is an http or https URL with a host. The length of the part between `//`
 * and the path is checked first: parsing a host in non-Latin scripts takes time quadratic in its
 * length, and no real host and port is longer.
 */
export function isWebUrl(text: string): boolean {
  return START.test(text) && URL.canParse(text);
}

const START = /^https?:\/\/[^/\\?#]{1,512}(?:[/\\?#]|$)/i;
