// Loaded into a server by its tests: says each time that it starts a thread.
import process from 'node:process';

process.on('worker', () => process.stderr.write('{"msg":"a thread was started"}\n'));
