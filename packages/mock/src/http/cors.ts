import {
  withCors as withCorsOfCore,
  type AllowedOrigins,
  type GatewayHandler,
} from '@model-gateway/core/http';
import { isControlPath } from './control-path.ts';

const EXPOSED_HEADERS = ['x-mock-rule', 'x-mock-hint'];

/**
 * Lets pages of other origins use the handler: of any by default, which is right where the client
 * brings the key. Source: contract §1.8, §11.4.
 */
export function withCors(handler: GatewayHandler, origins: AllowedOrigins = '*'): GatewayHandler {
  const shared = withCorsOfCore(handler, { origins, exposedHeaders: EXPOSED_HEADERS });
  // The control interface itself decides which pages may control the mock.
  return (request) => (isControlPath(request.path) ? handler(request) : shared(request));
}
