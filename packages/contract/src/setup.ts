import Type, { type Static } from 'typebox'
import { type CommunityType, communityTypes } from './community.ts'
import { endpoint } from './endpoint.ts'
import { Id, Nullable, NullableText, OneOf, OptionalText } from './entity.ts'
import type { ValidationError } from './errors.ts'
import { languages } from './language.ts'
import { MAX_COMMUNITY_NAME_LENGTH } from './limits.ts'
import { isCommunityUri } from './paths.ts'
import { isBlankPassword, isReadableName, MAX_ADDRESS_LENGTH, MAX_NAME_LENGTH, MIN_PASSWORD_LENGTH } from './profile.ts'
import { MAX_EMAIL_LENGTH, MAX_REGISTER_KEY_LENGTH, MAX_PASSWORD_LENGTH } from './entry.ts'
import { validateEmail, validateNewKey } from './entry-rules.ts'

export const MAX_URI_LENGTH = 60
export const MIN_URI_LENGTH = 3

/** Who can join: users with the register key, everybody nearby, or only those who are invited. */
export const accessModes = ['key', 'open', 'invite'] as const
export type AccessMode = (typeof accessModes)[number]

export const signs = ['lake', 'building', 'tree', 'tent'] as const
export type Sign = (typeof signs)[number]

/** The secret in the setup URL, which the server prints. */
const Secret = Type.String({ minLength: 20, maxLength: 64 })

export const openSetup = endpoint({
  method: 'POST',
  path: '/admin/setup/open',
  summary: 'Check whether the installation is ready to be set up, with the secret printed at its start',
  access: 'public',
  body: Type.Object({ secret: Secret }),
  answer: Type.Object({ key: Type.String({ description: 'A suggested register key that is not in use.' }) }),
  errors: ['error404', 'toomanyrequests'],
})

const Setup = Type.Object({
  secret: Secret,
  lang: OneOf(languages),
  firstname: OptionalText(MAX_NAME_LENGTH),
  lastname: OptionalText(MAX_NAME_LENGTH),
  email: OptionalText(MAX_EMAIL_LENGTH),
  password: OptionalText(MAX_PASSWORD_LENGTH),
  name: OptionalText(MAX_COMMUNITY_NAME_LENGTH),
  customUri: OptionalText(MAX_URI_LENGTH),
  communitytype: OneOf(communityTypes),
  address: OptionalText(MAX_ADDRESS_LENGTH),
  zipCode: OptionalText(20),
  city: OptionalText(MAX_NAME_LENGTH),
  longitude: Nullable(Type.Number({ minimum: -180, maximum: 180 })),
  latitude: Nullable(Type.Number({ minimum: -90, maximum: 90 })),
  sign: OneOf(signs),
  wayIn: OneOf(accessModes),
  key: Type.Optional(Type.Union([Type.String({ maxLength: MAX_REGISTER_KEY_LENGTH }), Type.Null()])),
  timezone: Type.Optional(NullableText),
})
export type Setup = Static<typeof Setup>

export const finishSetup = endpoint({
  method: 'POST',
  path: '/admin/setup',
  summary: 'Create the first webmaster and the first community; the setup address becomes invalid',
  access: 'public',
  body: Setup,
  answer: Type.Object({ communityId: Id, customUri: Type.String() }),
  errors: [
    'error404',
    'firstnamemandatory',
    'lastnamemandatory',
    'missingemail',
    'invalidemail',
    'newpasswordmandatory',
    'newpasswordbadformat',
    'newpasswordcommon',
    'namemandatory',
    'uribadformat',
    'missingkey',
    'shortkey',
    'toomanyrequests',
  ],
})

/** Validates a community's slug: letters, digits and hyphens; no reserved word and no id. */
export const validateCommunityUri = (uri: string | null | undefined): ValidationError | null => {
  const typed = uri?.trim() ?? ''
  const isId = /^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(typed)
  const isValid =
    typed.length >= MIN_URI_LENGTH &&
    typed.length <= MAX_URI_LENGTH &&
    /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(typed) &&
    isCommunityUri(typed) &&
    !isId
  return isValid ? null : { key: 'uribadformat', field: 'customUri' }
}

/** Converts a name to a slug: "Les Érables, n° 3" becomes `les-erables-n-3`. */
export const slugify = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MAX_URI_LENGTH)
    .replace(/-+$/, '')

export const validateFirstWebmaster = (
  form: Pick<Setup, 'firstname' | 'lastname' | 'email' | 'password'>,
): ValidationError | null => {
  if (!isReadableName(form.firstname)) return { key: 'firstnamemandatory', field: 'firstname' }
  if (!isReadableName(form.lastname)) return { key: 'lastnamemandatory', field: 'lastname' }
  const email = validateEmail(form.email ?? undefined)
  if (email) return email
  if (isBlankPassword(form.password)) return { key: 'newpasswordmandatory', field: 'password' }
  return [...form.password!].length < MIN_PASSWORD_LENGTH ? { key: 'newpasswordbadformat', field: 'password' } : null
}

/** Only neighbourhoods accept registrations without an invitation. */
export const isInvitationOnly = (type: CommunityType): boolean => type !== 'Neighborhood'

export const validateFirstCommunity = (
  form: Pick<Setup, 'name' | 'customUri' | 'communitytype' | 'wayIn' | 'key'>,
): ValidationError | null => {
  if (!isReadableName(form.name)) return { key: 'namemandatory', field: 'name' }
  const needsKey = form.wayIn === 'key' && !isInvitationOnly(form.communitytype)
  return (needsKey ? validateNewKey(form.key) : null) ?? validateCommunityUri(form.customUri)
}
