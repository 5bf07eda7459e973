/**
 * Returns what names a member as a subject of spending: the organization, `/`, the user. A `/` in the
 * organization's id is `%2F`, so that no two members share a name. The stores of SQL build the same.
 */
export function memberId(organizationId: string, userId: string): string {
  return `${organizationId.replaceAll('%', '%25').replaceAll('/', '%2F')}/${userId}`;
}
