import { render } from 'preact';
import { App } from './app.tsx';
import { followRequests } from './state/requests.ts';
import { refreshTenants } from './state/tenants.ts';

const place = document.getElementById('app');
if (place === null) throw new Error('the page has no place for the app');
render(<App />, place);

// Without the token, the page asks for it.
await refreshTenants().catch(() => {});
followRequests(new AbortController().signal);
