import { useText } from '#web/kernel/text/i18n.ts'
import { onLostPart } from '#web/ui/lost-part.ts'
import { showToast } from '#web/ui/toasts.ts'
import { endsSession, useLogOut, useSwitch } from './session.mutations.ts'

/** The ways out of where one is: out of the account, and into another community of it. */
export const useLeave = (
  /** `noswitch`: another community of theirs could not be gone to. */
  onLeft: (ended?: 'noswitch') => void,
) => {
  const { explain } = useText()
  const logOut = useLogOut()
  const change = useSwitch()
  const fail = (error: unknown) => showToast({ kind: 'error', text: explain(error) })
  const leave = (ended?: 'noswitch') => logOut.mutate(undefined, { onSuccess: () => onLeft(ended), onError: fail })
  const go = (communityId: string) =>
    change.mutate({ communityId }, { onError: error => (endsSession(error) ? leave('noswitch') : fail(error)) })
  // who has something left to be sent is asked first
  const asking = () => import('./ask-before.ts')
  return {
    leave: () =>
      void asking()
        .then(({ askBeforeLeaving }) => askBeforeLeaving(() => leave()))
        .catch(onLostPart),
    leaving: logOut.isPending,
    goTo: ({ communityId }: { communityId: string }) =>
      void asking()
        .then(({ askBeforeSwitching }) => askBeforeSwitching(() => go(communityId)))
        .catch(onLostPart),
    /** The community that is on its way; null for none. */
    goingTo: change.isPending ? change.variables.communityId : null,
  }
}
