export {
  createGuardedHttpClient,
  type GuardedHttpClient,
  type GuardedHttpClientOptions,
} from './guarded-http-client.ts';
export { judgeAddress, type AddressKind } from './judge-address.ts';
export { judgeUrl, type UrlRules, type UrlVerdict } from './judge-url.ts';
export type { Lookup } from './checked-lookup.ts';
export type { Target } from './target.ts';
