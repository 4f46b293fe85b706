import { useText } from '#web/kernel/text/i18n.ts'
import { onLostPart } from '#web/ui/lost-part.ts'
import { showToast } from '#web/ui/toasts.ts'
import { endsSession, useLogOut, useSwitch } from './session.mutations.ts'

/** Log-out, and the switch to another community of the account. */
export const useLeave = (
  /** `noswitch`: the switch to another community failed. */
  onLeft: (ended?: 'noswitch') => void,
) => {
  const { explain } = useText()
  const logOut = useLogOut()
  const change = useSwitch()
  const fail = (error: unknown) => showToast({ kind: 'error', text: explain(error) })
  const leave = (ended?: 'noswitch') => logOut.mutate(undefined, { onSuccess: () => onLeft(ended), onError: fail })
  const go = (communityId: string) =>
    change.mutate({ communityId }, { onError: error => (endsSession(error) ? leave('noswitch') : fail(error)) })
  // Users with pending items have to confirm first.
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
    /** Id of the community that is being switched to; null for none. */
    goingTo: change.isPending ? change.variables.communityId : null,
  }
}
