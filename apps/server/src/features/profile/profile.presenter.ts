import type { Hobby, Profile } from '@parvis/contract/profile.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import type { Member } from '../membership/member.service.ts'
import type { HobbyRow } from './hobbies.queries.ts'
import { presentOwnStay } from './stay.presenter.ts'
import type { OwnStayRow } from './stay.queries.ts'

export const presentProfile = (
  user: SessionUser,
  member: Member,
  stay: OwnStayRow | undefined,
  requirements: Pick<
    Profile,
    | 'needCurrentPassword'
    | 'canChoosePassword'
    | 'needPassword'
    | 'needEmail'
    | 'needApproval'
    | 'minAge'
    | 'consentAge'
    | 'protection'
  >,
): Profile => ({
  ...user,
  dateAdded: member.created_at.toISOString(),
  stay: stay ? presentOwnStay(stay) : null,
  ...requirements,
})

export const presentHobby = ({ id, name, name_en }: HobbyRow): Hobby => ({
  _id: id,
  name,
  lang: { en: { name: name_en } },
})
