import { constants, setPriority } from 'node:os';

/**
 * Lets the client go first, which has the same core: a request that it writes late would look like
 * one that the server was slow for.
 */
export function yieldToClient(): void {
  setPriority(constants.priority.PRIORITY_LOW);
}
