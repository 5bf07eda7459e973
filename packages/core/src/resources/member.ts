import * as v from 'valibot';
import { described } from './described.ts';

/** Element of `data` in GET /organization/members. Source: contract §8.9; roles are open, contract §6. */
export const MemberSchema = described(
  v.object({
    id: described(v.string(), "The user's id.", { examples: ['user_2dHFtVWx2n56w6HkM0000000000'] }),
    email: described(v.string(), 'The address that the user signs in with.'),
    first_name: described(v.string(), 'The given name.'),
    last_name: described(v.string(), 'The family name.'),
    role: described(v.string(), 'The role in the organization; `member` and `admin` are two.'),
  }),
  'A member of the organization.',
  { title: 'Member' },
);

/** A member of an organization. Source: contract §8.9. */
export type Member = v.InferOutput<typeof MemberSchema>;
