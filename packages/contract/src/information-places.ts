import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { English, Id, NullableText, OneOf, OptionalText } from './entity.ts'
import type { ValidationError } from './errors.ts'
import { isReadableName, MAX_NAME_LENGTH } from './profile.ts'

/** Maximum length of opening hours, in characters: enough for one line per day. */
export const MAX_OPENING_LENGTH = 500
export const MAX_PLACE_DESCRIPTION_LENGTH = 500
export const MAX_PLACES = 100

export const placeKinds = ['location', 'equipment'] as const

export const InformationPlace = Type.Object({
  _id: Id,
  kind: OneOf(placeKinds),
  name: NullableText,
  openingTime: NullableText,
  description: NullableText,
  lang: English('name', 'openingTime', 'description'),
})
export type InformationPlace = Static<typeof InformationPlace>

const PlaceTexts = {
  name: OptionalText(MAX_NAME_LENGTH),
  openingTime: OptionalText(MAX_OPENING_LENGTH),
  description: OptionalText(MAX_PLACE_DESCRIPTION_LENGTH),
}

const PlaceBody = Type.Object({
  ...PlaceTexts,
  lang: Type.Optional(Type.Object({ en: Type.Optional(Type.Object(PlaceTexts)) })),
  kind: Type.Optional(OneOf(placeKinds)),
})
export type PlaceBody = Static<typeof PlaceBody>

export const listPlaces = endpoint({
  method: 'GET',
  path: '/admin/places',
  summary: 'List the places of the community by name, for those who manage it',
  access: 'member',
  answer: Type.Array(InformationPlace),
  errors: [],
})

export const addPlace = endpoint({
  method: 'POST',
  path: '/admin/places',
  summary: 'Add a place, which members can choose when they publish',
  access: 'member',
  allowSuspended: false,
  body: PlaceBody,
  answer: InformationPlace,
  errors: ['namemandatory', 'toomanyplaces', 'toomanyrequests'],
})

/** Absent fields stay unchanged; null clears a field. */
export const changePlace = endpoint({
  method: 'PUT',
  path: '/admin/places/:id',
  summary: 'Change a place; posts that refer to it show its new name',
  access: 'member',
  allowSuspended: false,
  params: Type.Object({ id: Id }),
  body: PlaceBody,
  answer: InformationPlace,
  errors: ['error404', 'namemandatory', 'toomanyrequests'],
})

export const removePlace = endpoint({
  method: 'DELETE',
  path: '/admin/places/:id',
  summary: 'Remove a place from all lists; posts that refer to it retain its name',
  access: 'member',
  allowSuspended: false,
  params: Type.Object({ id: Id }),
  answer: Type.Object({ _id: Id }),
  errors: ['error404', 'toomanyrequests'],
})

/** A place needs a name in at least one language. */
export const validatePlace = ({ name, lang }: Pick<PlaceBody, 'name' | 'lang'>): ValidationError | null =>
  isReadableName(name) || isReadableName(lang?.en?.name) ? null : { key: 'namemandatory', field: 'name' }
