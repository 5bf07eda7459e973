export {
  connectGateway,
  gatewayErrorHandler,
  type ConnectErrorMiddleware,
  type ConnectMiddleware,
  type ConnectRequest,
} from './connect-gateway.ts';
