import { computed } from '@preact/signals';
import { parameter } from '../state/address.ts';
import { listed, type ListedRequest } from '../state/requests.ts';

/** What a status may be, as the filter offers it. */
export const STATUS_CHOICES = ['2xx', '4xx', '5xx', 'open', 'unhandled'] as const;

/** The requests that all filters let pass, newest first. */
export const filtered = computed(() => {
  const text = parameter('q').toLowerCase();
  const [operation, status, tenant] = ['operation', 'status', 'of'].map(parameter);
  const onlyProblems = parameter(PROBLEMS) !== '';
  return listed.value.filter(
    (request) =>
      (!onlyProblems || isProblem(request)) &&
      (operation === '' || nameOf(request) === operation) &&
      (tenant === '' || request.tenant === tenant) &&
      hasStatus(request, status ?? '') &&
      (text === '' || textOf(request).includes(text)),
  );
});

/** The parameter of the address that leaves only problems in the list. */
export const PROBLEMS = 'problems';

/** The number of requests in the list that are problems, whatever the filters let pass. */
export const problemCount = computed(() => listed.value.filter(isProblem).length);

/** Whether a request failed, broke off, or has parts that the gateway does not know. */
export function isProblem(request: ListedRequest): boolean {
  const { status, unhandled, unknown } = request;
  return unhandled || isBroken(request) || (status ?? 0) >= 400 || unknown.length > 0;
}

/** Whether the connection broke before the answer was complete. */
export function isBroken(request: Broken): boolean {
  const { status, unhandled, duration_ms: took, stream } = request;
  return stream?.end === 'abort' || (status === null && !unhandled && took !== null);
}

type Broken = Pick<ListedRequest, 'status' | 'unhandled' | 'duration_ms' | 'stream'>;

/** The operations that have come, for the filter. */
export const operationNames = computed(() => [...new Set(listed.value.map(nameOf))].toSorted());

/** The operation of a request, or what it asked for. */
export function nameOf({ operation, method }: ListedRequest): string {
  return operation ?? `${method} (unhandled)`;
}

/** What answered: the gateway, rules, or nothing yet. */
export function answererOf({ answered_by: by, unhandled, status }: ListedRequest): string {
  if (unhandled) return 'unhandled';
  if (by.length > 0) return by.join(', ');
  return status === null ? '' : 'gateway';
}

function hasStatus(
  { status, unhandled, duration_ms: took }: ListedRequest,
  choice: string,
): boolean {
  if (choice === '') return true;
  if (choice === 'unhandled') return unhandled;
  if (choice === 'open') return status === null && !unhandled && took === null;
  return String(status ?? '').startsWith(choice.slice(0, 1));
}

function textOf(request: ListedRequest): string {
  const { method, path, query, tenant, status } = request;
  const search = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return [method, path, ...search, nameOf(request), answererOf(request), tenant, status]
    .join(' ')
    .toLowerCase();
}
