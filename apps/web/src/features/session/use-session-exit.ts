import { useText } from '#web/kernel/text/i18n.ts'
import { onChunkLoadFailed } from '#web/ui/on-chunk-load-failed.ts'
import { showToast } from '#web/ui/toasts.ts'
import { endsSession, useLogOut, useSwitch } from './session.mutations.ts'

/** Log-out, and the switch to another community of the account. */
export const useSessionExit = (
  /** Called after the session has ended; with `noswitch` if the switch to another community failed. */
  onSessionEnd: (reason?: 'noswitch') => void,
) => {
  const { explain } = useText()
  const logOut = useLogOut()
  const switchMutation = useSwitch()
  const showError = (error: unknown) => showToast({ kind: 'error', text: explain(error) })
  const leave = (reason?: 'noswitch') =>
    logOut.mutate(undefined, { onSuccess: () => onSessionEnd(reason), onError: showError })
  const go = (communityId: string) =>
    switchMutation.mutate(
      { communityId },
      { onError: error => (endsSession(error) ? leave('noswitch') : showError(error)) },
    )
  // Users with pending items have to confirm first.
  const loadConfirm = () => import('./confirm-leaving.ts')
  return {
    leave: () =>
      void loadConfirm()
        .then(({ confirmLogOut }) => confirmLogOut(() => leave()))
        .catch(onChunkLoadFailed),
    isLoggingOut: logOut.isPending,
    switchTo: ({ communityId }: { communityId: string }) =>
      void loadConfirm()
        .then(({ confirmSwitch }) => confirmSwitch(() => go(communityId)))
        .catch(onChunkLoadFailed),
    /** Id of the community that is being switched to; null for none. */
    switchingTo: switchMutation.isPending ? switchMutation.variables.communityId : null,
  }
}
