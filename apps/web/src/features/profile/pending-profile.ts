import type { SessionUser } from '@parvis/contract/session.ts'
import { isDeepEqual } from '#web/kernel/device/form-edits.ts'
import { outbox } from '#web/kernel/outbox/outbox.ts'
import type { Sender } from '#web/kernel/outbox/sender.ts'
import { usePending } from '#web/kernel/outbox/use-pending.ts'
import type { OutgoingItem, PendingItem } from '#web/kernel/outbox/pending.ts'
import { t } from '#web/kernel/text/i18n.ts'
import type { TextKey } from '#web/kernel/text/text-keys.ts'
import { myProfileDrafts, savePickedPhoto } from './profile-draft.ts'
import { saveProfile, type ProfileUpdate } from './profile.queries.ts'

declare module '#web/kernel/outbox/pending.ts' {
  interface UnsentPayloads {
    profile: Pick<ProfileUpdate, 'body' | 'stay'> & {
      /** Form values, which the form shows until the server has saved them. */
      draft: object | null
    }
  }
}

/** The outbox holds at most one profile item: a later save replaces an earlier one and contains all changed fields. */
const PROFILE_ITEM_ID = 'profile'

/** The text key of the label of each field; the fields of the address share one label. */
const labels: Partial<Record<string, TextKey>> = {
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

/** Returns the labels of the changed fields as text; called once the form has loaded its texts. */
const labelsOf = ({ body, stay, photo }: ProfileUpdate): string => {
  const changed = Object.keys(labels).filter(field => field in body || (field === 'photoUri' && photo))
  const keys = [...changed.map(field => labels[field]!), ...(stay ? (['profile.stay'] as const) : [])]
  return [...new Set(keys)].map(key => t(key)).join(', ')
}

/** The changes as an item for the outbox; null when they contain a password, which is never stored on the device. */
export const createPendingProfile = (userId: string, update: ProfileUpdate): OutgoingItem<'profile'> | null => {
  const { body, stay, photo } = update
  return 'newpassword' in body
    ? null
    : {
        kind: 'profile',
        id: PROFILE_ITEM_ID,
        place: PROFILE_ITEM_ID,
        about: labelsOf(update),
        payload: { body, stay, draft: (myProfileDrafts(userId).load() as object | undefined) ?? null },
        ...(photo && { photo }),
      }
}

/** The profile item of the outbox, even if the server has refused it; undefined if there is none. */
export const findPendingProfile = (): PendingItem<'profile'> | undefined =>
  outbox.pending().find(item => item.kind === 'profile')

/** The profile item of the outbox, as long as it will be sent automatically. */
export const usePendingProfile = (): PendingItem<'profile'> | undefined =>
  usePending().find((item): item is PendingItem<'profile'> => item.kind === 'profile' && !item.refused)

export const removePendingProfile = (): void => void outbox.cancel(PROFILE_ITEM_ID)

export const profileSender = (onSent: (user: SessionUser) => void): Sender<'profile', SessionUser> => ({
  send: ({ me, payload: { body, stay }, photo = null }, { signal, onProgress }) =>
    saveProfile({ body, stay, photo }, signal, onProgress, me),
  onSent: (user, { me, payload: { draft } }) => {
    // The draft is deleted only if it was not edited after this save.
    if (isDeepEqual(myProfileDrafts(me).load() ?? null, draft)) {
      myProfileDrafts(me).save(null)
      void savePickedPhoto(me, null)
    }
    onSent(user)
  },
})
