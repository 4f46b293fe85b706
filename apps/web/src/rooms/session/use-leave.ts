import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'
import { endsSession, useLogOut, useSwitch } from './session.mutations.ts'

/** The ways out of where one is: out of the account, and into another community of it. */
export const useLeave = (
  /** `noswitch`: another community of theirs could not be gone to. */
  onLeft: (ended?: 'noswitch') => void,
) => {
  const { t, explain } = useText()
  const logOut = useLogOut()
  const change = useSwitch()
  const fail = (error: unknown) => showToast({ kind: 'error', text: explain(error) })
  const leave = (ended?: 'noswitch') => logOut.mutate(undefined, { onSuccess: () => onLeft(ended), onError: fail })
  /** Who has something left to be sent is asked first: it goes with the session, in all communities of theirs. */
  const ask = async () => {
    const [{ outbox }, { countWaitingOfOthers }] = await Promise.all([
      import('#web/kernel/outbox/outbox.ts'),
      import('#web/kernel/outbox/waiting-store.ts'),
    ])
    const ofOthers = await countWaitingOfOthers(outbox.owner())
    const count = outbox.waiting().length + ofOthers
    if (count === 0) return leave()
    await loadTexts('outbox')
    const endAsking = showToast({
      kind: 'warning',
      text: t('outbox.leave', { count }),
      action: { label: t('outbox.leave.yes'), onClick: () => leave() },
    })
    // it goes out while its writer is asked
    const stop = outbox.subscribe(() => {
      if (outbox.waiting().length + ofOthers > 0) return
      stop()
      endAsking()
    })
  }
  const go = (communityId: string) =>
    change.mutate({ communityId }, { onError: error => (endsSession(error) ? leave('noswitch') : fail(error)) })
  /** What is left to be sent here waits until they are back. */
  const askToGo = async (communityId: string) => {
    const { outbox } = await import('#web/kernel/outbox/outbox.ts')
    const count = outbox.waiting().length
    if (count === 0) return go(communityId)
    await loadTexts('outbox')
    showToast({
      kind: 'warning',
      text: t('outbox.leftbehind', { count }),
      action: { label: t('outbox.leftbehind.yes'), onClick: () => go(communityId) },
    })
  }
  return {
    leave: () => void ask(),
    leaving: logOut.isPending,
    goTo: ({ communityId }: { communityId: string }) => void askToGo(communityId),
    /** The community that is on its way; null for none. */
    goingTo: change.isPending ? change.variables.communityId : null,
  }
}
