import type { ClockJson } from './clock.ts';
import type { ThreadJson } from './thread.ts';
import type { SnapshotJson } from './snapshot.ts';
import type { FeedEventJson } from './feed.ts';
import type { FixtureJson } from './fixture.ts';
import type { ImageModelJson } from './image-model.ts';
import type { RequestDetailJson, RequestSummaryJson } from './request.ts';
import type { RuleStateJson } from './rule.ts';
import type { TelemetryEntryJson } from './telemetry.ts';
import type { TenantJson } from './tenant.ts';

/** What the control interface answers, by the names that its OpenAPI document gives its schemas. */
export interface ControlTypes {
  readonly Tenant: TenantJson;
  readonly RequestSummary: RequestSummaryJson;
  readonly RequestDetail: RequestDetailJson;
  readonly Thread: ThreadJson;
  readonly FeedEvent: FeedEventJson;
  readonly Fixture: FixtureJson;
  readonly RuleState: RuleStateJson;
  readonly ImageModel: ImageModelJson;
  readonly Clock: ClockJson;
  readonly TakenSnapshot: SnapshotJson;
  readonly TelemetryEntry: TelemetryEntryJson;
}
