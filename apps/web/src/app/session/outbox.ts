import type { SessionUser } from '@parvis/contract/session.ts'
import type { QueryClient } from '@tanstack/react-query'
import { outbox } from '#web/kernel/outbox/outbox.ts'
import { loadTexts, t } from '#web/kernel/text/i18n.ts'
import type { TextKey } from '#web/kernel/text/text-keys.ts'
import { sessionKeys } from '#web/features/session/session.queries.ts'
import type { AppContext, OutboxKind } from '#web/ui/feature.ts'
import { showToast } from '#web/ui/toasts.ts'

const showSent = (key: TextKey) =>
  void loadTexts('outbox').then(
    () => showToast({ text: t(key), cause: key }),
    () => {},
  )

/** Registers the senders; sends pending items now and whenever the server is reachable again. Called once. */
export const startOutbox = (app: AppContext, kinds: readonly OutboxKind[]): void => {
  for (const { kind, sender: createSender, sentText } of kinds) {
    const sender = createSender?.(app)
    if (!sender) continue
    outbox.registerSender(kind, {
      ...sender,
      onSent: (answer, item) => {
        sender.onSent(answer, item)
        if (sentText) showSent(sentText)
      },
    })
  }
  // Loaded in advance, because pending items are shown offline, also in a browser without the service worker.
  Promise.all([import('../outbox/UnsentItems.tsx'), loadTexts('outbox')]).catch(() => {})
  app.live.on('connected', outbox.retryAll)
  addEventListener('online', outbox.retryAll)
}

/** Opens the outbox of the signed-in member; items of other users are neither sent nor shown. */
export const openOutbox = (queryClient: QueryClient): Promise<void> =>
  outbox.open(queryClient.getQueryData<SessionUser | null>(sessionKeys.current)?._id ?? null)
