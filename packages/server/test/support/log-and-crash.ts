// Own process: logs requests in a burst, and throws where nothing catches it.
import { createLogger } from '../../src/log/create-logger.ts';
import { createRequestLog } from '../../src/log/request-log.ts';
import { endOnCrash } from '../../src/running/end-on-crash.ts';
import { aRecord } from './records.ts';

const logger = createLogger({ level: 'info', format: 'json' });
endOnCrash((error) => logger.fatal({ error }, 'the process ends: nothing caught this'));
const log = createRequestLog(logger);
for (let i = 0; i < 100; i++) log.observe(aRecord({ requestId: `req_${i}` }));
throw new Error('thrown by a test');
