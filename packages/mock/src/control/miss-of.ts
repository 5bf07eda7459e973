import type { RequestBody } from '@model-gateway/core/http';
import type { FixtureMiss } from '@model-gateway/fixtures';
import type { KeptBody } from '../journal/kept-body.ts';
import type { RequestRecord } from '../journal/request-record.ts';
import type { ControlledGateway } from './control-context.ts';

/** Resolves with why no fixture answered a request, by the fixtures as they are now. */
export async function missOf(
  record: RequestRecord,
  { basePath, explainMiss }: Pick<ControlledGateway, 'basePath' | 'explainMiss'>,
): Promise<FixtureMiss | undefined> {
  const { answeredBy, isUnhandled, status, method, search, headers, body } = record;
  if (!isUnhandled && !answeredBy.includes(FIXTURES)) return undefined;
  // The last to take part is the one that answered; a refusal is an answer, too.
  if (answeredBy.at(-1) === FIXTURES && status !== MISS_STATUS) return undefined;
  const mount = `${TENANT.exec(record.path)?.[0] ?? ''}${basePath}`;
  if (!record.path.startsWith(`${mount}/`)) return undefined;
  const path = record.path.slice(mount.length);
  const miss = await explainMiss({ method, path, search, headers, mount, body: bodyOf(body) });
  const isKnown = body.kind !== 'unread' && body.kind !== 'left out';
  return miss === undefined || isKnown ? miss : withoutBody(miss);
}

/** Leaves out what differs in a body that the journal does not have. */
function withoutBody(miss: FixtureMiss): FixtureMiss {
  const nearest = miss.nearest.map((exchange) => ({
    ...exchange,
    differences: exchange.differences.filter((difference) => !/^body\b/.test(difference)),
  }));
  return { ...miss, nearest };
}

/** The id of the rule that asks the fixtures. */
const FIXTURES = 'fixtures';
/** What the fixtures answer where no other answer is allowed. Source: RFC 4918 §11.4. */
const MISS_STATUS = 424;
/** The prefix of a tenant's own URL. */
const TENANT = /^\/t\/[^/]+/;

function bodyOf(body: KeptBody): RequestBody {
  if (body.kind === 'bytes') return { kind: 'bytes', read: async () => body.bytes };
  return body.kind === 'value' ? { kind: 'parsed', value: body.value } : { kind: 'none' };
}
