export {
  expressGateway,
  gatewayErrorHandler,
  type ExpressErrorMiddleware,
  type ExpressMiddleware,
  type ExpressRequest,
} from './express-gateway.ts';
