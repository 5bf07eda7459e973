/** The checks without the client: pure, also for browsers. */
export { judgeAddress, type AddressKind } from './judge-address.ts';
export { judgeUrl, type UrlRules, type UrlVerdict } from './judge-url.ts';
export type { Target } from './target.ts';
