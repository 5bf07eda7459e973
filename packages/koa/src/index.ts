export { gatewayErrorHandler, koaGateway, type GatewayErrorHandlerOptions } from './koa-gateway.ts';
export type { KoaContext, KoaMiddleware } from './koa-context.ts';
