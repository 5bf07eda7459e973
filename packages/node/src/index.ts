export type { ClosedServer, CloseOptions } from './close-server.ts';
export type { ConnectionLimits } from './connection-limits.ts';
export type { CutRequest } from './connections.ts';
export { continueWhenRead } from './continue-when-read.ts';
export { endOfTurn } from './end-of-turn.ts';
export { hostErrorResponse } from './host-error-response.ts';
export {
  toErrorMiddleware,
  toMiddleware,
  type ErrorMiddleware,
  type Middleware,
  type Next,
} from './middleware.ts';
export { mountedUrl, type MountedUrl } from './mounted-url.ts';
export { NodeRequest, type HostRequest } from './node-request.ts';
export { toRequestListener, type RequestListener } from './request-listener.ts';
export { onceAllIsRead } from './once-all-is-read.ts';
export { sendAndFree, sendAtOnce, sendResponse, type Send } from './send-response.ts';
export { serve, type RunningServer, type ServeOptions } from './serve.ts';
export { stopReadingSoon } from './stop-reading-soon.ts';
