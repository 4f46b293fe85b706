import { communityTypes } from '@parvis/contract/community.ts'
import { accessModes, isInvitationOnly, type Setup, signs, slugify, type AccessMode } from '@parvis/contract/setup.ts'
import type { DraftStore } from '#web/kernel/device/drafts.ts'
import { emptyTexts, nullable, oneOf, point, type Shaped, text, texts } from '#web/kernel/device/shape.ts'
import { storeInTab, tabStored } from '#web/kernel/device/tab-storage.ts'

const textShape = texts('firstname', 'lastname', 'email', 'name', 'address', 'zipCode', 'city')

export const setupShape = {
  ...textShape,
  type: oneOf(...communityTypes),
  point: nullable(point),
  sign: oneOf(...signs),
  wayIn: oneOf(...accessModes),
  key: text,
  /** Slug of the community; null while it is derived from the name. */
  uri: nullable(text),
}
/** The values entered for the first webmaster and the first community. */
export type SetupDraft = Shaped<typeof setupShape>

export const emptySetupDraft = (key: string): SetupDraft => ({
  ...emptyTexts(textShape),
  type: 'Neighborhood',
  point: null,
  sign: 'lake',
  wayIn: 'key',
  key,
  uri: null,
})

declare module '#web/kernel/device/tab-storage.ts' {
  interface TabStored {
    /** The draft of an unfinished setup, without its password. */
    setupdraft: object
  }
}

/** A reload of the tab restores the draft. */
export const setupDrafts: DraftStore = {
  load: () => tabStored('setupdraft'),
  save: draft => storeInTab('setupdraft', draft),
}

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
