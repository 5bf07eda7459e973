import { isJsonObject, jsonOrText } from '@model-gateway/core/kit';
import type { FixtureMiss } from '@model-gateway/fixtures';
import { eventOf } from '../../http/with-events.ts';
import { operationMeant, type NearbyGateway } from '../../http/nearest-operation.ts';
import { readKeptBody } from '../../journal/kept-body.ts';
import type { KeptAnswer, KeptChunk } from '../../journal/kept-response.ts';
import { maskInPieces } from '../../journal/mask-in-pieces.ts';
import { mapMembers, redactMembers, type Redaction } from '../../journal/redaction.ts';
import type { RequestRecord } from '../../journal/request-record.ts';
import { toEntry } from '../../journal/to-entry.ts';
import { uncheckedAnswers } from '../../journal/unchecked-answers.ts';
import { requestJson } from './request-json.ts';
import type { RequestDetailJson } from './request.ts';

type ResponseJson = NonNullable<RequestDetailJson['response']>;

/** Resolves to a request with its answer as JSON, without secrets. */
export async function requestDetail(
  record: RequestRecord,
  redaction: Redaction,
  gateway: NearbyGateway,
  miss: FixtureMiss | undefined,
): Promise<RequestDetailJson> {
  const { method, path, operation } = record;
  const body = readKeptBody(record.body);
  const meant = operation === undefined ? operationMeant(method, path, gateway) : undefined;
  return {
    ...requestJson(toEntry(record, redaction)),
    unhandled: record.isUnhandled,
    nearest: meant === undefined ? null : redaction.text(meant),
    nearest_fixtures: (miss?.nearest ?? []).map(({ id, place, differences }) => ({
      id,
      place,
      differences: differences.map(redaction.text),
    })),
    body_note: body.kind === 'nothing' ? body.why : null,
    unchecked_answers: [...(await uncheckedAnswers(record))],
    response: responseJson(record, redaction),
  };
}

function responseJson({ response }: RequestRecord, redaction: Redaction): ResponseJson | null {
  if (response === undefined) return null;
  const { headers, body } = response;
  const type = contentTypeOf(body) ?? headers['content-type'];
  return {
    headers: redactMembers(redaction, headers),
    content_type: type ?? null,
    body: shownBody(body, redaction),
    is_kept: body.kind !== 'left out',
    chunks: body.kind === 'stream' ? chunksJson(body.chunks, redaction) : null,
    chunks_left_out: body.kind === 'stream' ? body.leftOut : 0,
  };
}

function contentTypeOf(body: KeptAnswer): string | undefined {
  if (body.kind === 'json') return 'application/json; charset=utf-8';
  return body.kind === 'bytes' || body.kind === 'stream' ? body.contentType : undefined;
}

function shownBody(body: KeptAnswer, redaction: Redaction): unknown {
  if (body.kind === 'json') return shown(body.value, redaction);
  if (body.kind !== 'bytes') return null;
  return shown(
    jsonOrText(body.parts.map((part) => new TextDecoder().decode(part)).join('')),
    redaction,
  );
}

function chunksJson(chunks: readonly KeptChunk[], redaction: Redaction) {
  const events = chunks.flatMap(eventsIn);
  maskInPieces(
    events.map(({ data }) => data),
    redaction,
  );
  return events.map(({ event, data, ...rest }) => ({
    ...rest,
    event: event === undefined ? null : redaction.text(event),
    data: data === undefined ? null : shown(data, redaction),
  }));
}

/** A chunk as it was sent may have several events. */
function eventsIn({ atMs, bytes }: KeptChunk) {
  const frames = new TextDecoder().decode(bytes).replace(/\n\n$/, '').split('\n\n');
  return frames.map((text) => {
    const { event, data } = eventOf(text);
    const ownLength = () => new TextEncoder().encode(text).length + 2;
    const length = frames.length === 1 ? bytes.byteLength : ownLength();
    return {
      at_ms: atMs,
      bytes: length,
      event,
      data: data === undefined ? data : jsonOrText(data),
    };
  });
}

/** Masks secrets, and leaves images as they are: some of their text may look like a key. */
function shown(value: unknown, redaction: Redaction): unknown {
  if (Array.isArray(value)) return value.map((item) => shown(item, redaction));
  if (!isJsonObject(value)) return redaction.named('body', value);
  return mapMembers(value, (name, member) => {
    // The code of an error is not a secret, whatever its name says.
    if (typeof member === 'number') return member;
    if (name === IMAGE && typeof member === 'string') return member;
    const isNested = Array.isArray(member) || isJsonObject(member);
    return isNested && name !== 'headers'
      ? shown(member, redaction)
      : redaction.named(name, member);
  });
}

const IMAGE = 'b64_json';
