import { type Hobby, type Profile, writeDate } from '@parvis/contract/profile.ts'
import { presentMediaUri } from '../media/media.presenter.ts'
import type { Member } from '../session/member.service.ts'
import type { HobbyRow } from './hobbies.queries.ts'
import { presentOwnStay } from './stay.presenter.ts'
import type { OwnStayRow } from './stay.queries.ts'

export const presentProfile = (
  member: Member,
  stay: OwnStayRow | undefined,
  asked: Pick<
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
  pseudo: member.first_login ? '' : member.pseudo,
  firstname: member.firstname,
  lastname: member.lastname,
  gender: member.gender,
  birthdate: member.birthdate && writeDate(member.birthdate),
  photoUri: presentMediaUri(member.photo_id),
  // most live where their community is
  address: member.address ?? (member.first_login ? member.community_address : null),
  zipCode: member.zip_code ?? (member.first_login ? member.community_zip_code : null),
  city: member.city ?? (member.first_login ? member.community_city : null),
  building: member.building,
  floor: member.floor,
  apartmentNumber: member.apartment_number,
  phone: member.phone,
  description: member.description,
  job: member.job,
  buildingAccess: member.building_access,
  hobbiesIds: member.hobbies,
  dateAdded: member.created_at.toISOString(),
  stay: stay ? presentOwnStay(stay) : null,
  ...asked,
})

export const presentHobby = ({ id, name, name_en }: HobbyRow): Hobby => ({
  _id: id,
  name,
  lang: { en: { name: name_en } },
})
