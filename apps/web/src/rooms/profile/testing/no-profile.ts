import type { Profile } from '@parvis/contract/profile.ts'

/** Of who has told nothing yet. */
export const noProfile: Profile = {
  pseudo: '',
  firstname: null,
  lastname: null,
  gender: null,
  birthdate: null,
  photoUri: null,
  address: null,
  zipCode: null,
  city: null,
  building: null,
  floor: null,
  apartmentNumber: null,
  phone: null,
  description: null,
  job: null,
  buildingAccess: null,
  hobbiesIds: [],
  dateAdded: '2024-03-04T10:00:00.000Z',
  stay: null,
  needCurrentPassword: false,
  needPassword: true,
  needEmail: false,
  needApproval: false,
  minAge: 12,
}
