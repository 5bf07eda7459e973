export {
  createGuardedHttpClient,
  type GuardedHttpClient,
  type GuardedHttpClientOptions,
} from './guarded-http-client.ts';
export type { StreamedRequest, StreamingHttpClient } from './streamed-request.ts';
export {
  judgeAddress,
  judgeUrl,
  type AddressKind,
  type Target,
  type UrlRules,
  type UrlVerdict,
} from './judge.ts';
export {
  createForwarder,
  type Forwarder,
  type ForwarderOptions,
} from './forward/create-forwarder.ts';
export { passThrough, type PassThroughOptions } from './forward/pass-through.ts';
export type { Lookup } from './checked-lookup.ts';
