import { signal } from '@preact/signals';

const NAME = 'model-gateway-control-token';

/** The control token of the mock, where it needs one; kept for this tab alone. */
export const token = signal(takeToken());

/** Whether the mock has refused a request for want of the token. */
export const isTokenNeeded = signal(false);

export function setToken(given: string): void {
  sessionStorage.setItem(NAME, given);
  token.value = given;
  isTokenNeeded.value = false;
}

/** From the fragment, which is not sent to servers, and then no longer in the address. */
function takeToken(): string | undefined {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given === null) return sessionStorage.getItem(NAME) ?? undefined;
  sessionStorage.setItem(NAME, given);
  history.replaceState(null, '', location.pathname + location.search);
  return given;
}
