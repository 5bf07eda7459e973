import { worldName } from '@model-gateway/worlds';
import { isJsonObject } from '@model-gateway/core/kit';
import { diagnostic } from '../diagnostics.ts';
import { toEpochMilliseconds } from '../clock/moment.ts';
import type { TenantOptions } from './tenant-options.ts';

/** What is checked; rules and clocks check themselves. */
type Checked = Pick<
  TenantOptions,
  | 'id'
  | 'apiKey'
  | 'managementKey'
  | 'world'
  | 'models'
  | 'destinations'
  | 'members'
  | 'assignments'
  | 'credits'
  | 'rateLimit'
>;

/**
 * Throws for options that no tenant can have, at once rather than with the first request: GW1101 to
 * GW1105, GW1502, GW1702 and GW1705.
 */
export function checkTenant(options: Checked): void {
  checkId(options.id);
  checkKeys(options);
  if (typeof options.world === 'string') worldName(options.world);
  else if (options.world?.day !== undefined) toEpochMilliseconds(options.world.day);
  checkAmounts(options);
  checkRecords(options);
}

function checkId(id: unknown): void {
  if (id === undefined || (typeof id === 'string' && ID.test(id))) return;
  const likely = typeof id === 'string' ? likelyId(id) : '';
  throw diagnostic(
    'GW1101',
    `the id of a tenant must be 1 to ${LONGEST_ID} letters, digits, ".", "_" and "-", ` +
      `beginning with a letter or a digit, got ${JSON.stringify(id)}` +
      (likely === '' ? '' : `; how about "${likely}"?`),
  );
}

/** The title of a test as an id. */
function likelyId(text: string): string {
  return text
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, LONGEST_ID)
    .replace(/-+$/, '');
}

const LONGEST_ID = 64;
const ID = /^[A-Za-z0-9][\w.-]{0,63}$/;

/** A key that is wrong is not repeated: it may be a real one. */
function checkKeys({ apiKey, managementKey }: Checked): void {
  for (const [name, key] of Object.entries({ apiKey, managementKey })) {
    if (key === undefined || (typeof key === 'string' && KEY.test(key))) continue;
    throw diagnostic('GW1104', `${name} must be 1 to 512 visible ASCII characters without spaces`);
  }
  if (apiKey !== undefined && apiKey === managementKey) {
    throw diagnostic('GW1104', 'apiKey and managementKey must be different keys');
  }
}

const KEY = /^[\x21-\x7e]{1,512}$/;

function checkAmounts({ credits, rateLimit }: Checked): void {
  if (credits !== undefined && !/^\d+(?:\.\d+)?$/.test(String(credits))) {
    throw diagnostic(
      'GW1105',
      `credits must be USD, such as 5 or "0.25", got ${JSON.stringify(credits)}`,
    );
  }
  if (rateLimit === undefined) return;
  const { limit, windowSeconds } = rateLimit;
  if (Number.isInteger(limit) && limit >= 0 && windowSeconds > 0) return;
  throw diagnostic(
    'GW1105',
    'rateLimit must be a limit of images, 0 or more, and a window in seconds, such as ' +
      `{ limit: 10, windowSeconds: 60 }, got ${JSON.stringify(rateLimit)}`,
  );
}

function checkRecords(options: Checked): void {
  for (const { name, builder, idOf } of RECORDS) {
    const records = options[name];
    if (records === undefined || typeof records === 'number') continue;
    const positions = new Map<string, number>();
    for (const [position, record] of records.entries()) {
      const id = idOf(record);
      if (id === undefined) {
        throw diagnostic(
          'GW1706',
          `${name}[${position}] was not made by ${builder}(), got ` +
            `${shortened(JSON.stringify(record) ?? 'nothing')}: make it with ${builder}({ … })`,
        );
      }
      const earlier = positions.get(id);
      positions.set(id, position);
      if (earlier === undefined) continue;
      const message = `${name}[${earlier}] and ${name}[${position}] have the same id, "${id}"`;
      throw diagnostic('GW1705', message);
    }
  }
}

/** The lists of records, and the id of one of them; undefined for something else. */
const RECORDS = [
  { name: 'models', builder: 'model', idOf: (record) => member(record, 'model') },
  { name: 'destinations', builder: 'destination', idOf: (record) => member(record, 'destination') },
  { name: 'members', builder: 'member', idOf: (record) => member(record, 'member') },
  { name: 'assignments', builder: 'assignment', idOf: (record) => idIn(record) },
] as const satisfies readonly {
  readonly name: keyof Checked;
  readonly builder: string;
  readonly idOf: (record: unknown) => string | undefined;
}[];

/** The id of what a record has under a name. */
function member(record: unknown, name: string): string | undefined {
  return isJsonObject(record) ? idIn(record[name]) : undefined;
}

function idIn(value: unknown): string | undefined {
  return isJsonObject(value) && typeof value['id'] === 'string' ? value['id'] : undefined;
}

function shortened(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 80)}…`;
}
