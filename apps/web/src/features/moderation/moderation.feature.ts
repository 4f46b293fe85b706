import { lazySender } from '#web/kernel/outbox/sender.ts'
import type { AppContext, OutboxKind, WebFeature } from '#web/ui/feature.ts'
import { subscribeToModeration } from './moderation.live.ts'

export interface ModerationHooks {
  /** Called when the outbox has sent a report about a post. */
  onPostReported: (app: AppContext, postId: string) => void
  /** Called with the number of pending cases, for members who decide them. */
  onPendingCount: (count: number) => void
}

const reportKind = ({ onPostReported }: ModerationHooks): OutboxKind<'report'> => ({
  kind: 'report',
  icon: 'flag',
  label: 'report',
  nameOf: (_, t) => t('outbox.kind.report'),
  sender: app =>
    lazySender(async () =>
      (await import('./send-report.ts')).reportSender(({ payload: { kind, id } }) => {
        if (kind === 'post') onPostReported(app, id)
      }),
    ),
  sentText: 'outbox.sent.report',
  copyableTextOf: ({ payload }) => payload.reason,
  goneTextOf: ({ payload }) => `outbox.refused.gone${payload.kind === 'post' ? '.post' : ''}`,
  refusalTexts: [],
})

export const moderation = (hooks: ModerationHooks): WebFeature => ({
  outbox: [reportKind(hooks)],
  live: ({ queryClient, live, viewer, refreshSession }) =>
    subscribeToModeration(queryClient, live, {
      managedCommunityId: () => {
        const user = viewer()
        return user?.abilities.runCommunity ? user.communityId : null
      },
      onPendingCount: hooks.onPendingCount,
      onDecision: refreshSession,
    }),
})
