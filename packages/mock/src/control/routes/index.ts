import type { ControlRoute } from '../define-route.ts';
import { CLOCK_ROUTES } from './clock.ts';
import { CONVERSATION_ROUTES } from './conversations.ts';
import { FEED_ROUTES } from './feed.ts';
import { REQUEST_ROUTES } from './requests.ts';
import { RULE_ROUTES } from './rules.ts';
import { SNAPSHOT_ROUTES } from './snapshots.ts';
import { STREAM_ROUTES } from './streams.ts';
import { TELEMETRY_ROUTES } from './telemetry.ts';
import { TENANT_ROUTES } from './tenants.ts';
import { THREAD_ROUTES } from './threads.ts';

/** Every route of the control interface, in the order of its description. */
export const CONTROL_ROUTES: readonly ControlRoute[] = [
  ...TENANT_ROUTES,
  ...RULE_ROUTES,
  ...CONVERSATION_ROUTES,
  ...REQUEST_ROUTES,
  ...THREAD_ROUTES,
  ...TELEMETRY_ROUTES,
  ...FEED_ROUTES,
  ...CLOCK_ROUTES,
  ...SNAPSHOT_ROUTES,
  ...STREAM_ROUTES,
];
