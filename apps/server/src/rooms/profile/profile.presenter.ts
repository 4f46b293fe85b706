import { type Profile, writeDate } from '@parvis/contract/profile.ts'
import { presentMediaUri } from '../media/media.presenter.ts'
import type { Member } from '../session/member.service.ts'

export const presentProfile = (
  member: Member,
  asked: Pick<Profile, 'needPassword' | 'needEmail' | 'needApproval' | 'minAge'>,
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
  ...asked,
})
