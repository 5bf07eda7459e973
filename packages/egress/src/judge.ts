/** What may be called, without the client that calls it: pure, and for browsers too. */
export { judgeAddress, type AddressKind } from './judge-address.ts';
export { judgeUrl, type UrlRules, type UrlVerdict } from './judge-url.ts';
export type { Target } from './target.ts';
