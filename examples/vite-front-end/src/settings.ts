/** Where the API is, as seen from the page. */
export const BASE_URL = '/v1';

/**
 * A key of the mock, so it is not a secret. A real key stays on your server, which then adds it to
 * what the page asks for.
 */
export const API_KEY = 'mg-v1-example';
