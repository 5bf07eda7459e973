import { parentPort, workerData } from 'node:worker_threads';
import { ConfigError } from '../config/config-error.ts';
import type { ReadAnswer } from './read-config-apart.ts';
import { readConfigFile } from './read-config-file.ts';

parentPort?.postMessage(await answer(), []);

/** The thread is started with the name of the file. */
async function answer(): Promise<ReadAnswer> {
  try {
    return { document: await readConfigFile(String(workerData)) };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { problems: error.problems };
  }
}
