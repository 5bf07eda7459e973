import { connectGateway, type ConnectMiddleware } from '@model-gateway/connect';
import { firstOf, mountAt, standalone } from '@model-gateway/core/http';
import type { OperationSet } from '@model-gateway/core/kit';
import { nothingHere } from '../http/nothing-here.ts';

/**
 * Comes last and answers 404 to unhandled requests under the gateway's paths: Vite would send the
 * index page, which the app cannot parse as JSON.
 */
export function nothingElse(
  basePaths: readonly string[],
  operations: OperationSet,
): ConnectMiddleware {
  const refuse = connectGateway(
    firstOf(
      ...basePaths.map((basePath) =>
        mountAt(basePath, standalone(nothingHere({ basePath, operations }))),
      ),
    ),
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
