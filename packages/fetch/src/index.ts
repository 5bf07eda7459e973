export { fetchGateway, type FetchGateway, type FetchGatewayOptions } from './fetch-gateway.ts';
