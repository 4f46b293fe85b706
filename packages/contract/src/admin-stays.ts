import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Day, Id, Nullable, NullableText } from './entity.ts'
import { StayChange } from './stay.ts'

export const Stay = Type.Object({
  _id: Id,
  userId: Id,
  locationId: Nullable(Id),
  location: Type.Union([
    Type.Object({ name: NullableText, lang: Type.Object({ en: Type.Object({ name: NullableText }) }) }),
    Type.Null(),
  ]),
  arrival: Day,
  departure: Day,
})
export type Stay = Static<typeof Stay>

export const addStay = endpoint({
  method: 'POST',
  path: '/admin/members/:id/stays',
  summary: 'Add a stay of a member; the membership ends with the last stay',
  access: 'member',
  allowSuspended: false,
  params: Type.Object({ id: Id }),
  body: Type.Object(StayChange),
  answer: Stay,
  errors: ['error404', 'accommodationmandatory', 'bookingdatesmandatory', 'departurebeforearrival'],
})

export const changeStay = endpoint({
  method: 'PUT',
  path: '/admin/stays/:id',
  summary: 'Change the dates or the place of a stay',
  access: 'member',
  allowSuspended: false,
  params: Type.Object({ id: Id }),
  body: Type.Object(StayChange),
  answer: Stay,
  errors: ['error404', 'accommodationmandatory', 'bookingdatesmandatory', 'departurebeforearrival'],
})

export const removeStay = endpoint({
  method: 'DELETE',
  path: '/admin/stays/:id',
  summary: 'Remove a stay',
  access: 'member',
  allowSuspended: false,
  params: Type.Object({ id: Id }),
  answer: Type.Object({ _id: Id }),
  errors: ['error404'],
})
