export {
  createGuardedHttpClient,
  type GuardedHttpClient,
  type GuardedHttpClientOptions,
} from './guarded-http-client.ts';
export {
  judgeAddress,
  judgeUrl,
  type AddressKind,
  type Target,
  type UrlRules,
  type UrlVerdict,
} from './judge.ts';
export type { Lookup } from './checked-lookup.ts';
