import { useQuery } from '@tanstack/react-query'
import { loadTexts, t } from '#web/kernel/text/i18n.ts'

/** Text about pending items of a user whose outbox is not open here; null for none. */
export const usePendingOfOthersText = (userId: string): string | null => {
  const { data = null } = useQuery({
    queryKey: ['pending of others', userId],
    queryFn: async () => {
      const [{ findPending }, { pendingSummary }] = await Promise.all([
        import('#web/kernel/outbox/pending-store.ts'),
        import('./pending-summary.ts'),
        loadTexts('outbox'),
      ])
      const pending = (await findPending(userId))?.waiting ?? []
      return pending.length > 0
        ? t('outbox.leftbehind', { what: await pendingSummary(pending), count: pending.length })
        : null
    },
    gcTime: 0,
    staleTime: 'static',
  })
  return data
}
