/**
 * A server that a user would write without a gateway: the parsed file in an array, filtered, sorted
 * and serialised per request. Argument: the world's file.
 */
import { createServer } from 'node:http';
import { readWorld } from '../world-file.ts';
import { naiveSelect } from '../naive/naive-select.ts';
import { readNaiveQuery } from '../naive/read-naive-query.ts';
import { serveForBench } from './control.ts';
import { JSON_TYPE, TINY_BODY } from '../tiny-body.ts';

const [worldFile = ''] = process.argv.slice(2);
const { models } = readWorld(worldFile);

serveForBench(
  createServer((req, res) => {
    res.setHeader('content-type', JSON_TYPE);
    if (req.url === '/tiny') {
      res.end(TINY_BODY);
      return;
    }
    const { pathname, searchParams } = new URL(req.url ?? '', 'http://localhost');
    const query = readNaiveQuery(searchParams);
    const { page, totalCount } = naiveSelect(models, query, Math.floor(Date.now() / 1000));
    const data = page.map(({ model }) => model);
    const text = JSON.stringify({
      data,
      total_count: totalCount,
      links: { next: nextPage(pathname, searchParams, totalCount) },
    });
    res.setHeader('content-length', Buffer.byteLength(text));
    res.end(text);
  }),
);

function nextPage(path: string, search: URLSearchParams, totalCount: number): string | null {
  if (!search.has('limit') && !search.has('offset')) return null;
  const limit = Number(search.get('limit') ?? 500);
  const end = Number(search.get('offset') ?? 0) + limit;
  if (end >= totalCount) return null;
  const next = new URLSearchParams(search);
  next.delete('offset');
  next.delete('limit');
  next.append('offset', String(end));
  next.append('limit', String(limit));
  return `${path}?${next}`;
}
