import type { RequestIssue } from '../../errors.ts';

/** Returns a problem at a path, as a sentence that begins with the path. */
export function issue(path: string, sentence: string): RequestIssue {
  return { path, message: `${path} ${sentence}` };
}
