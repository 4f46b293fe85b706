import type { SessionUser } from '@parvis/contract/session.ts'
import { isAborted } from '#web/kernel/http/aborted.ts'
import { isServerUnreachable } from '#web/kernel/outbox/network-error.ts'
import { useIsMounted } from '#web/kernel/screen/use-is-mounted.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { queueSend } from '#web/ui/queue-send.ts'
import { showToast } from '#web/ui/toasts.ts'
import { createPendingProfile } from './pending-profile.ts'
import { useSaveProfile } from './profile.queries.ts'
import type { MyProfile } from './use-my-profile.ts'

/** Saves the profile, or queues it in the outbox if the server is unreachable. */
export const useMyProfileSaving = (
  userId: string,
  form: MyProfile,
  onSaved: (user: SessionUser) => void,
  onLeave: () => void,
) => {
  const { t } = useText()
  const isMounted = useIsMounted()
  return useSaveProfile({
    onSaved: user => {
      form.deleteDraft()
      showToast({ text: t('profile.saved') })
      if (isMounted.current) onSaved(user)
    },
    onFailed: async (error, saving) => {
      form.markSaveFailed()
      const unsent = isServerUnreachable(error) && createPendingProfile(userId, saving)
      if (unsent && (await queueSend(unsent))) {
        if (isMounted.current) onLeave()
      } else if (isAborted(error)) showToast({ kind: 'info', text: t('entry.profile.stopped') })
      else form.showFailure(error)
    },
  })
}
