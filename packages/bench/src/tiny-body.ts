/** The body of `/tiny` on every server. */
export const TINY_BODY = new TextEncoder().encode('{"ok":true}');
export const JSON_TYPE = 'application/json; charset=utf-8';
