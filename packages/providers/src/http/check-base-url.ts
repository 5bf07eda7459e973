/** Returns the URL without slashes at its end. Throws `TypeError` when paths cannot follow it. */
export function checkedBaseUrl(baseUrl: unknown): string {
  if (typeof baseUrl !== 'string' || !URL.canParse(baseUrl)) {
    throw new TypeError('baseUrl must be a URL such as https://api.example.com/v1');
  }
  const { protocol, username, password, search, hash, href } = new URL(baseUrl);
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new TypeError(`baseUrl must start with https:// or http://, got ${protocol}`);
  }
  if (username !== '' || password !== '' || search !== '' || hash !== '') {
    throw new TypeError('baseUrl must not have a user name, password, query or fragment');
  }
  return href.replace(/\/+$/, '');
}
