export { connectGateway, type ConnectMiddleware } from './connect-gateway.ts';
