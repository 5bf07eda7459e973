import { connectGateway, type ConnectMiddleware } from '@model-gateway/connect';
import { firstOf, mountAt, standalone } from '@model-gateway/core/http';
import { nothingHere } from '../http/nothing-here.ts';

/**
 * Comes last and answers 404 to unhandled requests under the gateway's paths: Vite would send the
 * index page, which the app cannot parse as JSON.
 */
export function nothingElse(basePaths: readonly string[]): ConnectMiddleware {
  const refuse = connectGateway(
    firstOf(...basePaths.map((path) => mountAt(path, standalone(nothingHere(path))))),
  );
  return (req, res, next) => {
    const rewritten = req.url;
    req.url = req.originalUrl ?? rewritten;
    refuse(req, res, (error) => {
      req.url = rewritten;
      next(error);
    });
  };
}
