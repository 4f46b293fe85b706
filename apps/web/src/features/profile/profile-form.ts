import { serverTime } from '#web/kernel/device/clock.ts'
import type { Community } from '@parvis/contract/community.ts'
import type { RuleBreak } from '@parvis/contract/errors.ts'
import {
  breaksOfProfile,
  checkBirthday,
  checkPassword,
  checkPseudo,
  isUnderAge,
  type KnownAge,
  type Profile,
  type ProfileChange,
  readDate,
} from '@parvis/contract/profile.ts'
import type { Role } from '@parvis/contract/roles.ts'

/** The values of the form; passwords and photo are held apart. */
export interface ProfileDraft {
  firstname: string
  lastname: string
  pseudo: string
  gender: 'M' | 'F' | null
  birthdate: string
  confirmage: boolean
  address: string
  zipCode: string
  city: string
  building: string
  floor: string
  apartmentNumber: string
  confirmaddress: boolean
  email: string
  word: string
}

export interface Passwords {
  newpassword: string
  again: string
}

/** Who fills in the form, and what the rules require of them. */
export interface ProfileAsk {
  role: Role
  needPassword: boolean
  /** They came by a printed letter. */
  needEmail: boolean
  needApproval: boolean
  minAge: number
  /** Members known to be younger are protected as minors. */
  consentAge: number
  /** See `ProfileRules` of the contract. */
  known: KnownAge | null
  timezone: string
}

export type ProfilePage = 1 | 2
export type ProfileField = keyof ProfileDraft | 'newpassword' | 'again' | 'photo'

export const draftOf = (profile: Profile): ProfileDraft => ({
  firstname: profile.firstname ?? '',
  lastname: profile.lastname ?? '',
  pseudo: profile.pseudo,
  gender: profile.gender,
  birthdate: profile.birthdate ?? '',
  confirmage: false,
  address: profile.address ?? '',
  zipCode: profile.zipCode ?? '',
  city: profile.city ?? '',
  building: profile.building ?? '',
  floor: profile.floor ?? '',
  apartmentNumber: profile.apartmentNumber ?? '',
  confirmaddress: false,
  email: '',
  word: '',
})

/**
 * Merges a stored draft over the values of the server; fields added to the form since then keep the value of the
 * server.
 */
export const restored = (blank: ProfileDraft, saved: unknown): ProfileDraft => {
  const draft: Record<string, unknown> = { ...blank }
  for (const [name, value] of Object.entries((saved ?? {}) as object)) {
    const isSame =
      name === 'gender' ? value === null || value === 'M' || value === 'F' : typeof value === typeof draft[name]
    if (name in draft && isSame) draft[name] = value
  }
  return draft as unknown as ProfileDraft
}

const homeFields: ReadonlySet<string> = new Set<ProfileField>([
  'address',
  'zipCode',
  'city',
  'building',
  'floor',
  'apartmentNumber',
  'confirmaddress',
  'email',
  'newpassword',
  'again',
  'word',
])

export const pageOf = (field: string): ProfilePage => (homeFields.has(field) ? 2 : 1)

export const hasSecondPage = ({ role, needPassword, needEmail, needApproval }: ProfileAsk): boolean =>
  role === 'neighbor' || needPassword || needEmail || needApproval

/** Today in the community's time zone: YYYY-MM-DD. The function of the contract would load the posts with it, 6 kB. */
export const todayIn = (timezone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    serverTime(),
  )

/** `young` (below the minimum age) or `minor` for a complete birth date; null otherwise. */
export const ageOf = (
  birthdate: string,
  { minAge, consentAge, timezone }: Pick<ProfileAsk, 'minAge' | 'consentAge' | 'timezone'>,
): 'young' | 'minor' | null => {
  const today = todayIn(timezone)
  const broken = checkBirthday(birthdate, { minAge, today })
  if (broken) return broken.key === 'tooyoungerror' ? 'young' : null
  return isUnderAge(readDate(birthdate), today, consentAge) ? 'minor' : null
}

/** What is already known of the age of the member. A profile that was never saved has no pseudo. */
export const knownAgeOf = ({
  protection,
  consentAge,
  birthdate,
  pseudo,
}: Pick<Profile, 'protection' | 'consentAge' | 'birthdate' | 'pseudo'>): KnownAge | null =>
  birthdate || pseudo ? { until: consentAge, minorBornOn: protection && readDate(birthdate ?? '') } : null

/** `differentpasswords` is found by the form alone: the server receives one password. */
export type FormBreak = RuleBreak | { key: 'differentpasswords'; field: 'again' }

/** The broken rules of this page; on the last page, of all pages. */
export const breaksOn = (
  page: ProfilePage,
  draft: ProfileDraft,
  passwords: Passwords,
  ask: ProfileAsk,
): FormBreak[] => {
  const last = page === 2 || !hasSecondPage(ask)
  const broken = breaksOfProfile(
    { ...draft, newpassword: ask.needPassword && last ? passwords.newpassword : null },
    {
      role: ask.role,
      askAge: true,
      askAddress: last,
      askEmail: ask.needEmail && last,
      askPassword: ask.needPassword && last,
      minAge: ask.minAge,
      known: ask.known,
      today: todayIn(ask.timezone),
    },
  ).filter(({ field }) => last || pageOf(field) === page)
  return withPasswords(broken, last && ask.needPassword ? breakOfPasswords(passwords) : null)
}

/** Reports a wrong repetition only when the new password itself is valid. */
export const withPasswords = (broken: RuleBreak[], ofPasswords: FormBreak | null): FormBreak[] =>
  ofPasswords && !broken.some(({ field }) => field === 'newpassword') ? [...broken, ofPasswords] : broken

/** Compares the two entries; the contract validates everything else. */
export const breakOfPasswords = ({ newpassword, again }: Passwords): FormBreak | null =>
  newpassword === again ? null : { key: 'differentpasswords', field: 'again' }

/** Validates a password that is required. */
export const checkNewPassword = (newpassword: string): RuleBreak | null =>
  checkPassword({ newpassword }, { askPassword: true })

const orNull = (text: string) => text.trim() || null

/** The request body. Only residents send an address. */
export const bodyOf = (draft: ProfileDraft, passwords: Passwords, ask: ProfileAsk): ProfileChange => ({
  firstname: orNull(draft.firstname),
  lastname: orNull(draft.lastname),
  pseudo: orNull(draft.pseudo),
  gender: draft.gender,
  birthdate: orNull(draft.birthdate),
  confirmage: draft.confirmage,
  ...(ask.role === 'neighbor' && {
    address: orNull(draft.address),
    zipCode: orNull(draft.zipCode),
    city: orNull(draft.city),
    building: orNull(draft.building),
    floor: orNull(draft.floor),
    apartmentNumber: orNull(draft.apartmentNumber),
    confirmaddress: draft.confirmaddress,
  }),
  ...(ask.needEmail && { email: orNull(draft.email) }),
  ...(ask.needPassword && { newpassword: passwords.newpassword }),
  ...(ask.needApproval && { word: orNull(draft.word) }),
})

const letters = (name: string) => name.normalize('NFC').replace(/[^\p{L}]/gu, '')

/** "Camille", "Roussel" → "Camille.R"; both names together when the first one is short; empty when neither is valid. */
export const suggestPseudo = (firstname: string, lastname: string): string => {
  const [first, last] = [letters(firstname), letters(lastname)]
  const initial = [...last][0]?.toUpperCase() ?? ''
  const offers = [initial ? `${first}.${initial}` : first, `${first}${last}`]
  return offers.find(offer => first && !checkPseudo(offer)) ?? ''
}

/** Post code and town on one line: "74000 Annecy". */
export const townOf = ({ zipCode, city }: Pick<ProfileDraft, 'zipCode' | 'city'>): string =>
  [zipCode.trim(), city.trim()].filter(Boolean).join(' ')

export type FormCommunity = Pick<Community, '_id' | 'name' | 'customUri' | 'logoUri' | 'timezone'>
