import type { CommunityType, Point } from '@parvis/contract/community.ts'
import { isInvitationOnly, type Setup, type Sign, slugify, type AccessMode } from '@parvis/contract/setup.ts'
import { storeInTab, tabStored } from '#web/kernel/device/tab-storage.ts'

/** The values entered for the first webmaster and the first community. */
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
  wayIn: AccessMode
  key: string
  /** Slug of the community; null while it is derived from the name. */
  uri: string | null
}

export const emptySetupDraft = (key: string): SetupDraft => ({
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

declare module '#web/kernel/device/tab-storage.ts' {
  interface TabStored {
    /** The draft of an unfinished setup, without its password. */
    setupdraft: SetupDraft
  }
}

/** Returns what was entered before a reload of the tab, or else an empty draft with the given registration key. */
export const loadSetupDraft = (key: string): SetupDraft => ({ ...emptySetupDraft(key), ...tabStored('setupdraft') })
export const saveSetupDraft = (draft: SetupDraft): void => storeInTab('setupdraft', draft)
export const clearSetupDraft = (): void => storeInTab('setupdraft', null)

export const uriOfDraft = ({ uri, name }: Pick<SetupDraft, 'uri' | 'name'>): string => uri ?? slugify(name)

/** The chosen access mode; `invite` where the type of the community does not allow to join without an invitation. */
export const accessModeOf = ({ type, wayIn }: Pick<SetupDraft, 'type' | 'wayIn'>): AccessMode =>
  isInvitationOnly(type) ? 'invite' : wayIn

export const toSetupBody = (
  draft: SetupDraft,
  { secret, password, lang, timezone }: Pick<Setup, 'secret' | 'lang'> & { password: string; timezone: string },
): Setup => {
  const wayIn = accessModeOf(draft)
  return {
    secret,
    lang,
    timezone,
    firstname: draft.firstname.trim(),
    lastname: draft.lastname.trim(),
    email: draft.email.trim(),
    password,
    name: draft.name.trim(),
    customUri: uriOfDraft(draft),
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
export const isFounderField = (field: string): boolean => ['firstname', 'lastname', 'email', 'password'].includes(field)
