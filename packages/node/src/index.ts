export { NodeRequest, type MountedUrl } from './node-request.ts';
export { toRequestListener, type RequestListener } from './request-listener.ts';
export { sendResponse } from './send-response.ts';
export { serve, type RunningServer, type ServeOptions } from './serve.ts';
