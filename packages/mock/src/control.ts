export {
  connectMockGateway,
  type ConnectOptions,
  type RemoteGateway,
} from './control/client/connect-mock-gateway.ts';
export { ControlError } from './control/client/control-error.ts';
export type { RemoteChatBuilder } from './control/client/remote-chat.ts';
export type { RemoteClock } from './control/client/remote-clock.ts';
export type {
  RemoteConversation,
  RemoteConversations,
} from './control/client/remote-conversations.ts';
export type { RemoteRequest, RemoteRequests } from './control/client/remote-requests.ts';
export type { RemoteRule, RemoteRuleBuilder } from './control/client/remote-rules.ts';
export type { RemoteChat, RemoteStream } from './control/client/remote-stream.ts';
export type { RemoteTelemetry } from './control/client/remote-telemetry.ts';
export type { RemoteSnapshot, RemoteTenant } from './control/client/remote-tenant.ts';
export type { RemoteForkOptions, RemoteTenantOptions } from './control/client/tenant-to-json.ts';
export type { ControlTypes } from './control/wire/control-types.ts';
export type { FeedEvent, WatchOptions } from './control/client/watch.ts';
