import type { SessionUser } from '@parvis/contract/session.ts'
import { keepDraft, keptDraft } from '#web/kernel/device/drafts.ts'
import { isSame } from '#web/kernel/device/written.ts'
import { outbox, type Sender } from '#web/kernel/outbox/outbox.ts'
import { useWaiting } from '#web/kernel/outbox/use-waiting.ts'
import type { ToSend, Waiting } from '#web/kernel/outbox/waiting.ts'
import { t } from '#web/kernel/text/i18n.ts'
import type { TextKey } from '#web/kernel/text/text-keys.ts'
import { keepFace } from './profile-draft.ts'
import { saveProfile, type Saving } from './profile.queries.ts'

declare module '#web/kernel/outbox/waiting.ts' {
  interface Unsent {
    profile: Pick<Saving, 'body' | 'stay'> & {
      /** Content of the form, shown there until the server has it. */
      draft: object | null
    }
  }
}

/** There is one profile, hence one item: a later save replaces an earlier one and contains all changed fields. */
const PROFILE = 'profile'

/** The label of each field; the fields of the address share one. */
const names: Partial<Record<string, TextKey>> = {
  photoUri: 'profile.photo',
  firstname: 'entry.firstname',
  lastname: 'entry.lastname',
  pseudo: 'entry.pseudo',
  gender: 'entry.gender',
  birthdate: 'entry.birthdate',
  phone: 'profile.phone',
  job: 'profile.job',
  address: 'profile.home',
  zipCode: 'profile.home',
  city: 'profile.home',
  building: 'profile.home',
  floor: 'profile.home',
  apartmentNumber: 'profile.home',
  buildingAccess: 'profile.buildingAccess',
  hobbiesIds: 'profile.likes',
  description: 'profile.description',
}

/** The changed parts as text; the form has loaded its texts by then. */
const namesOf = ({ body, stay, photo }: Saving): string => {
  const touched = Object.keys(names).filter(field => field in body || (field === 'photoUri' && photo))
  const keys = [...touched.map(field => names[field]!), ...(stay ? (['profile.stay'] as const) : [])]
  return [...new Set(keys)].map(key => t(key)).join(', ')
}

/** The changes as an item for the outbox; null when they contain a password, which is never stored on the device. */
export const unsentProfile = (userId: string, saving: Saving): ToSend<'profile'> | null => {
  const { body, stay, photo } = saving
  return 'newpassword' in body
    ? null
    : {
        kind: 'profile',
        id: PROFILE,
        place: PROFILE,
        about: namesOf(saving),
        payload: { body, stay, draft: (keptDraft('profiledrafts', userId) as object | undefined) ?? null },
        ...(photo && { photo }),
      }
}

/** The pending item, also a refused one; undefined for none. */
export const waitingProfile = (): Waiting<'profile'> | undefined => outbox.waiting().find(one => one.kind === 'profile')

/** The pending item, as long as it will be sent automatically. */
export const useWaitingProfile = (): Waiting<'profile'> | undefined =>
  useWaiting().find((one): one is Waiting<'profile'> => one.kind === 'profile' && !one.refused)

export const forgetWaitingProfile = (): void => void outbox.forget(PROFILE)

export const profileSender = (onSent: (user: SessionUser) => void): Sender<'profile', SessionUser> => ({
  send: ({ me, payload: { body, stay }, photo = null }, { signal, onProgress }) =>
    saveProfile({ body, stay, photo }, signal, onProgress, me),
  onSent: (user, { me, payload: { draft } }) => {
    // A draft that has changed since then is kept.
    if (isSame(keptDraft('profiledrafts', me) ?? null, draft)) {
      keepDraft('profiledrafts', me, null)
      void keepFace(me, null)
    }
    onSent(user)
  },
})
