import { ageOn, type Person, formatFrenchDate } from '@parvis/contract/profile.ts'
import { presentNameOnly } from '../blocks/blocks.presenter.ts'
import { presentMinorAuthor, presentFullAuthor } from '#server/kernel/author.ts'
import type { ProfileVisibility } from './people.policy.ts'
import type { PersonRow } from './people.queries.ts'

export interface PersonView {
  visibility: ProfileVisibility
  online: boolean
  /** YYYY-MM-DD, in the viewer’s time zone. */
  today: string
  abilities: Person['abilities']
}

/** Presents a person without the fields that the viewer may not see. */
export const presentPerson = (row: PersonRow, { visibility, online, today, abilities }: PersonView): Person => ({
  ...presentFullAuthor(row.author),
  description: row.description,
  job: row.job,
  lang: { en: { description: row.description_en } },
  // A member who became a company may still have stored hobbies.
  hobbiesIds: row.author.role === 'advertiser' ? [] : row.hobbies,
  residence: row.residence,
  district: row.district,
  online: visibility.presence && online,
  dateAdded: row.created_at.toISOString(),
  blocked: false,
  ...(visibility.phone && { phone: row.phone }),
  ...(visibility.personalDetails && {
    lastname: row.lastname,
    birthdate: row.birthdate && formatFrenchDate(row.birthdate),
    age: row.birthdate === null ? null : ageOn(today, row.birthdate),
    address: row.address,
    zipCode: row.zip_code,
    city: row.city,
    floor: row.floor,
    apartmentNumber: row.apartment_number,
    buildingAccess: row.building_access,
  }),
  abilities,
})

const emptyFields = { description: null, job: null, lang: { en: {} }, hobbiesIds: [], online: false }

export const presentBlockedPerson = (
  { author, is_minor: minor }: PersonRow,
  abilities: Person['abilities'],
): Person => ({
  ...presentNameOnly({ ...author, minor }),
  ...emptyFields,
  blocked: true,
  abilities,
})

/** A minor as adults other than staff see them: first name and pseudo. */
export const presentMinor = ({ author }: PersonRow, abilities: Person['abilities']): Person => ({
  ...presentMinorAuthor(author),
  ...emptyFields,
  blocked: false,
  nameAlone: true,
  abilities,
})
