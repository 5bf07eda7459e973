export { mswHandlers, type MswHandlersOptions } from './msw/msw-handlers.ts';
