/** The account of the mock's keys, which owns every record that is not a model. */
export const MOCK_ACCOUNT = {
  organizationId: 'org_mock',
  userId: 'user_mock',
  /** The default workspace of both keys. */
  workspaceId: '00000000-0000-4000-8000-000000000001',
  otherWorkspaceId: '00000000-0000-4000-8000-000000000002',
} as const;
