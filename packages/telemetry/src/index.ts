export {
  createForwarder,
  type Forwarder,
  type ForwarderReport,
  type ForwarderOptions,
} from './create-forwarder.ts';
export type { Closing } from './close-workspaces.ts';
export {
  previewForwarding,
  type ForwardingDecision,
  type ForwardingPreview,
} from './preview-forwarding.ts';
export type { OutboxReport } from './outbox/outbox-keeper.ts';
export type { WorkspaceReport } from './workspace.ts';
export type { TestProblem, TestResult } from './send/test-destination.ts';
export { toOpenMetrics } from './stats/open-metrics.ts';
export { sumStats } from './stats/sum-stats.ts';
export type { DestinationStats, TelemetryStats } from './stats/telemetry-stats.ts';
export type { Outcome, RequestClass } from './counters/counters.ts';
export type { AttemptView, Content, ImageView, Metadata, UsageView, View } from './view/view.ts';
