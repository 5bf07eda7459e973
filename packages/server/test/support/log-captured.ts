// Own process: captures its standard output as test runners do, and prints what it captured.
import { createLogger, logWritten } from '../../src/log/create-logger.ts';

const logger = createLogger({ level: 'info', format: 'json' });
const { stdout, stderr } = process;
const { write } = stdout;

logger.info('before');
await logWritten(logger);

const captured: unknown[] = [];
stdout.write = (text: unknown) => {
  captured.push(text);
  return true;
};
logger.info('captured');
logger.info('captured, gathered');
await logWritten(logger);
stdout.write = write;

logger.info('after');
await logWritten(logger);

stdout.write = (text: unknown) => {
  captured.push(text);
  return true;
};
logger.info('captured at the end');
process.on('exit', () => stderr.write(JSON.stringify(captured)));
