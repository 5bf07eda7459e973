import type { IncomingMessage } from 'node:http';
import { ByteCollector } from '@model-gateway/core/http';
import type { OwnPieces } from './own-pieces.ts';
import { checkUnread, type Leave } from './unread-request.ts';

/** Reads the whole body of a request: large pieces as they came, which `own` gets where it is given. */
export function readBody(
  req: IncomingMessage,
  limitBytes: number,
  length: string | undefined,
  leave: Leave,
  own?: OwnPieces,
): Promise<readonly Uint8Array[]> {
  return new Promise((resolve, reject) => {
    checkUnread(req, leave);
    const collector = new ByteCollector(limitBytes, length);
    const stop = (settle: () => void) => {
      req.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
      settle();
    };
    const onData = (chunk: Uint8Array) => {
      try {
        collector.push(chunk);
        own?.add(chunk);
      } catch (error) {
        req.pause();
        stop(() => reject(error));
      }
    };
    const onEnd = () => stop(() => resolve(collector.pieces()));
    const onGone = () => stop(() => reject(leave()));
    own?.begin();
    req.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
  });
}
