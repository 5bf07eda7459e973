import { computed, signal } from '@preact/signals';

/** The parts of the page, in the order of its navigation. */
export const PARTS = [
  'requests',
  'chats',
  'models',
  'studio',
  'tenants',
  'rules',
  'destinations',
] as const;
export type Part = (typeof PARTS)[number];

const query = signal(new URLSearchParams(location.search));
addEventListener('popstate', () => (query.value = new URLSearchParams(location.search)));

/** The part that is shown. */
export const part = computed<Part>(() => {
  const named = query.value.get('part');
  return PARTS.find((each) => each === named) ?? 'requests';
});

/** Returns a parameter of the page's address; `''` for one that it lacks. */
export function parameter(name: string): string {
  return query.value.get(name) ?? '';
}

/** All parameters of the page's address. */
export function parameters(): ReadonlyMap<string, string> {
  return new Map(query.value);
}

/** Puts parameters in the address; `''` takes one away. What is shown can so be sent as a link. */
export function setParameters(changes: Readonly<Record<string, string>>): void {
  const next = new URLSearchParams(query.value);
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  history.replaceState(null, '', addressOf(next));
  query.value = next;
}

/** Goes to another part; the tenant stays. */
export function goTo(next: Part, more: Readonly<Record<string, string>> = {}): void {
  const kept = query.value.get('tenant');
  const target = targetOf(next, { ...(kept !== null && { tenant: kept }), ...more });
  history.pushState(null, '', addressOf(target));
  query.value = target;
}

/** The address of a part, for links. */
export function linkTo(next: Part, more: Readonly<Record<string, string>> = {}): string {
  return addressOf(targetOf(next, more));
}

function targetOf(next: Part, more: Readonly<Record<string, string>>): URLSearchParams {
  return new URLSearchParams({ ...(next !== 'requests' && { part: next }), ...more });
}

function addressOf(target: URLSearchParams): string {
  const text = target.toString();
  return location.pathname + (text === '' ? '' : `?${text}`);
}
