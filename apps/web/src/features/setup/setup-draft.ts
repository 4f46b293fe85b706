import type { CommunityType, Point } from '@parvis/contract/community.ts'
import { isByInvitation, type Setup, type Sign, uriOf, type WayIn } from '@parvis/contract/setup.ts'
import { keep, kept } from '#web/kernel/device/kept.ts'

/** What was entered about the first webmaster and the first community. */
export interface SetupDraft {
  firstname: string
  lastname: string
  email: string
  name: string
  type: CommunityType
  address: string
  zipCode: string
  city: string
  point: Point | null
  sign: Sign
  wayIn: WayIn
  key: string
  /** Null while it follows the name. */
  uri: string | null
}

export const blankSetup = (key: string): SetupDraft => ({
  firstname: '',
  lastname: '',
  email: '',
  name: '',
  type: 'Neighborhood',
  address: '',
  zipCode: '',
  city: '',
  point: null,
  sign: 'lake',
  wayIn: 'key',
  key,
  uri: null,
})

declare module '#web/kernel/device/kept.ts' {
  interface Kept {
    /** An unfinished setup, without its password. */
    setupdraft: SetupDraft
  }
}

/** Restores what was entered before a reload. */
export const findSetupDraft = (key: string): SetupDraft => ({ ...blankSetup(key), ...kept('setupdraft') })
export const saveSetupDraft = (draft: SetupDraft): void => keep('setupdraft', draft)
export const forgetSetupDraft = (): void => keep('setupdraft', null)

export const uriIn = ({ uri, name }: Pick<SetupDraft, 'uri' | 'name'>): string => uri ?? uriOf(name)

/** Only a neighbourhood can be joined without an invitation. */
export const wayInOf = ({ type, wayIn }: Pick<SetupDraft, 'type' | 'wayIn'>): WayIn =>
  isByInvitation(type) ? 'invite' : wayIn

/** The body of the request. */
export const setupBody = (
  draft: SetupDraft,
  { secret, password, lang, timezone }: Pick<Setup, 'secret' | 'lang'> & { password: string; timezone: string },
): Setup => {
  const wayIn = wayInOf(draft)
  return {
    secret,
    lang,
    timezone,
    firstname: draft.firstname.trim(),
    lastname: draft.lastname.trim(),
    email: draft.email.trim(),
    password,
    name: draft.name.trim(),
    customUri: uriIn(draft),
    communitytype: draft.type,
    address: draft.address.trim() || null,
    zipCode: draft.zipCode.trim() || null,
    city: draft.city.trim() || null,
    longitude: draft.point?.coordinates[0] ?? null,
    latitude: draft.point?.coordinates[1] ?? null,
    sign: draft.sign,
    wayIn,
    key: wayIn === 'key' ? draft.key.trim() : null,
  }
}

/** Whether a field belongs to the first step; errors in all others are shown on the second. */
export const isOfFounder = (field: string): boolean => ['firstname', 'lastname', 'email', 'password'].includes(field)
