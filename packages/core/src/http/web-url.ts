/**
 * Whether a text is an http or https URL with a host. The part between `//` and the path is limited
 * first: parsing a host of other scripts takes time that is quadratic in its length, and no host or
 * port that exists is longer.
 */
export function isWebUrl(text: string): boolean {
  return START.test(text) && URL.canParse(text);
}

const START = /^https?:\/\/[^/\\?#]{1,512}(?:[/\\?#]|$)/i;
