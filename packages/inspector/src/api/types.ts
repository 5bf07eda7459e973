import type { ControlTypes } from '@model-gateway/mock/control';

export type Tenant = ControlTypes['Tenant'];
export type RequestSummary = ControlTypes['RequestSummary'];
export type RequestDetail = ControlTypes['RequestDetail'];
export type Chunk = NonNullable<NonNullable<RequestDetail['response']>['chunks']>[number];
export type Conversation = ControlTypes['Thread'];
export type FeedEvent = ControlTypes['FeedEvent'];
export type Fixture = ControlTypes['Fixture'];
export type RuleState = ControlTypes['RuleState'];
export type ImageModel = ControlTypes['ImageModel'];
export type ClockState = ControlTypes['Clock'];
export type Snapshot = ControlTypes['TakenSnapshot'];
export type TelemetryEntry = ControlTypes['TelemetryEntry'];
