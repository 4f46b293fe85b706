import type { SessionUser } from '@parvis/contract/session.ts'
import { keepDraft, keptDraft } from '#web/kernel/device/drafts.ts'
import { isSame } from '#web/kernel/device/written.ts'
import { outbox, type Sender } from '#web/kernel/outbox/outbox.ts'
import type { ToSend } from '#web/kernel/outbox/waiting.ts'
import { keepFace } from './profile-draft.ts'
import { saveProfile, type Saving } from './profile.queries.ts'

declare module '#web/kernel/outbox/waiting.ts' {
  interface Unsent {
    profile: Pick<Saving, 'body' | 'stay'> & {
      /** What stood in the form: it shows it until the server has it. */
      draft: object | null
    }
  }
}

/** One profile: what is saved later holds, and has all that was touched. */
const PROFILE = 'profile'

/** Changes that could not be saved now; null where they hold a password, which no device keeps. */
export const unsentProfile = (userId: string, { body, stay, photo }: Saving): ToSend<'profile'> | null =>
  'newpassword' in body
    ? null
    : {
        kind: 'profile',
        id: PROFILE,
        place: PROFILE,
        payload: { body, stay, draft: (keptDraft('profiledrafts', userId) as object | undefined) ?? null },
        ...(photo && { photo }),
      }

/** The changes that wait, as they stood in the form; undefined where none do. */
export const waitingDraft = (): object | null | undefined =>
  outbox.waiting().find(one => one.kind === 'profile')?.payload.draft

export const forgetWaitingProfile = (): void => void outbox.forget(PROFILE)

export const profileSender = (onSent: (user: SessionUser) => void): Sender<'profile', SessionUser> => ({
  send: ({ me, payload: { body, stay }, photo = null }, { signal, onProgress }) =>
    saveProfile({ body, stay, photo }, signal, onProgress, me),
  onSent: (user, { me, payload: { draft } }) => {
    // what was written since stays begun
    if (isSame(keptDraft('profiledrafts', me) ?? null, draft)) {
      keepDraft('profiledrafts', me, null)
      void keepFace(me, null)
    }
    onSent(user)
  },
})
