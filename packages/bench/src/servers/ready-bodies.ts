import { readFileSync } from 'node:fs';
import type { BodyOf } from '../hosts.ts';
import { TINY_BODY } from '../tiny-body.ts';

/** Ready Buffers: a few bytes for /tiny, a page for a URL with parameters, the whole list else. */
export function readyBodies(listFile: string, pageFile: string): BodyOf {
  const list = readFileSync(listFile);
  const page = readFileSync(pageFile);
  return (url) => {
    if (url === '/tiny') return TINY_BODY;
    return url.includes('?') ? page : list;
  };
}
